# secateur as a command in a container: docker build -t secateur . && docker run -i secateur
FROM rust:1.95-slim-bookworm AS build
WORKDIR /source
COPY . .
# Any x86-64 processor of the last fifteen years; the network's kernels are chosen at run time.
RUN RUSTFLAGS="-C target-cpu=x86-64-v2" cargo build --release --locked

FROM debian:bookworm-slim
RUN useradd --create-home player
COPY --from=build /source/target/release/secateur /usr/local/bin/secateur
USER player
WORKDIR /home/player
ENTRYPOINT ["secateur"]
