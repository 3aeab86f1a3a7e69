//! UCI options of the playing strength, of contempt and of the WDL output.

use super::ProtocolOptions;
use super::kinds::{OptionKind, UciOption};
use crate::engine::Engine;
use crate::engine::strength::{FULL_SKILL, MAX_ELO, MIN_ELO, Strength};

/// Largest absolute value of Contempt in centipawns.
const MAX_CONTEMPT: i64 = 250;

/// Playing strength as set by the UCI options `UCI_LimitStrength`, `UCI_Elo` and `Skill Level`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrengthOptions {
    is_limited: bool,
    elo: u32,
    skill: u32,
}

impl Default for StrengthOptions {
    fn default() -> StrengthOptions {
        StrengthOptions { is_limited: false, elo: MAX_ELO, skill: FULL_SKILL }
    }
}

impl StrengthOptions {
    /// Returns the strength to play at; UCI_Elo takes precedence over Skill Level.
    fn strength(self) -> Option<Strength> {
        if self.is_limited {
            Some(Strength::of_elo(self.elo))
        } else {
            Strength::of_skill(self.skill)
        }
    }
}

fn set_level(
    engine: &mut Engine,
    options: &mut ProtocolOptions,
    change: impl FnOnce(&mut StrengthOptions),
) -> Result<(), String> {
    change(&mut options.level);
    engine.set_strength(options.level.strength());
    Ok(())
}

pub(super) static OPTIONS: [UciOption; 5] = [
    UciOption {
        name: "UCI_ShowWDL",
        kind: OptionKind::Check { default: false },
        apply: |_, options, value| {
            options.shows_wdl = value.is_on();
            Ok(())
        },
    },
    UciOption {
        name: "UCI_LimitStrength",
        kind: OptionKind::Check { default: false },
        apply: |engine, options, value| {
            set_level(engine, options, |level| level.is_limited = value.is_on())
        },
    },
    UciOption {
        name: "UCI_Elo",
        kind: OptionKind::Spin {
            default: MAX_ELO as i64,
            min: MIN_ELO as i64,
            max: MAX_ELO as i64,
        },
        apply: |engine, options, value| {
            set_level(engine, options, |level| level.elo = value.number() as u32)
        },
    },
    UciOption {
        name: "Skill Level",
        kind: OptionKind::Spin { default: FULL_SKILL as i64, min: 0, max: FULL_SKILL as i64 },
        apply: |engine, options, value| {
            set_level(engine, options, |level| level.skill = value.number() as u32)
        },
    },
    UciOption {
        name: "Contempt",
        kind: OptionKind::Spin { default: 0, min: -MAX_CONTEMPT, max: MAX_CONTEMPT },
        apply: |engine, _, value| {
            engine.set_contempt(value.number() as i32);
            Ok(())
        },
    },
];
