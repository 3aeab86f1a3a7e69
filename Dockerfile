# secateur as a command in a container: docker build -t secateur . && docker run -i secateur
FROM --platform=linux/amd64 rust:1.95-slim-bookworm AS build
WORKDIR /source
COPY . .
# The two programs of an archive (docs/dev/release.md).
RUN RUSTFLAGS="-C target-cpu=x86-64-v3" cargo build --release --locked \
    && VERSION=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml) \
    && install -D target/release/secateur "/programs/secateur-$VERSION-v3"
RUN RUSTFLAGS="-C target-cpu=x86-64-v2" cargo build --release --locked \
    && install -D target/release/secateur /programs/secateur

FROM --platform=linux/amd64 debian:bookworm-slim
RUN useradd --create-home player
COPY --from=build /programs/ /usr/local/bin/
USER player
WORKDIR /home/player
ENTRYPOINT ["secateur"]
