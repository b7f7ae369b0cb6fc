//! The bosses. What every boss does is here; what one of them does is in his module, reached through the
//! hooks of this file alone.

mod limelight;
mod regalia;
mod steelheart;

use super::{Play, Rules};
use crate::cards::{Deed, Verb};
use crate::event::{Event, Watch};
use crate::ids::{BossKind, DistrictIx, Track};
use crate::state::{Game, Now, Source, Task, Via};

impl Rules {
    /// How many parts the boss's activation has before he moves.
    pub(crate) fn boss_parts(&self, game: &Game) -> u8 {
        match game.ruleset.boss {
            BossKind::Steelheart => steelheart::PARTS,
            BossKind::Regalia => regalia::PARTS,
            BossKind::Limelight => limelight::PARTS,
        }
    }

    /// The track whose actions a part of his activation performs one by one, if it is such a part.
    pub(crate) fn boss_performs(&self, game: &Game, part: u8) -> Option<Track> {
        match game.ruleset.boss {
            BossKind::Steelheart => steelheart::performs(part),
            BossKind::Regalia => regalia::performs(part),
            BossKind::Limelight => None,
        }
    }

    /// Whether a die moves him after his activation, as it does every boss in the prologue.
    pub(crate) fn boss_rolls_to_move(&self, game: &Game) -> bool {
        match game.ruleset.boss {
            BossKind::Steelheart => true,
            BossKind::Regalia | BossKind::Limelight => false,
        }
    }

    /// Puts all cards of the boss into his deck.
    pub(super) fn fill_boss_deck(&self, game: &mut Game) {
        let cards = &self.catalog.boss(game.ruleset.boss).cards;
        for (left, card) in game.boss.cards.iter_mut().zip(cards) {
            *left = card.count;
        }
    }
}

impl<W: Watch> Play<'_, W> {
    /// What the boss does in the prologue, once he has arrived.
    pub(super) fn boss_prologue(&mut self) {
        match self.game.ruleset.boss {
            BossKind::Steelheart => self.steelheart_prologue(),
            BossKind::Regalia => self.regalia_prologue(),
            BossKind::Limelight => self.limelight_prologue(),
        }
    }

    /// One part of his activation after the other; he says himself which comes next.
    pub(super) fn boss_step(&mut self, part: u8) {
        match self.game.ruleset.boss {
            BossKind::Steelheart => self.steelheart_step(part),
            BossKind::Regalia => self.regalia_step(part),
            BossKind::Limelight => self.limelight_step(part),
        }
    }

    /// Where he first appears is left to chance.
    pub(super) fn boss_arrives(&mut self) {
        self.game.now = Now::PlaceBoss;
    }

    /// How far he goes is left to chance.
    pub(super) fn boss_moves(&mut self) {
        self.game.now = Now::MoveBoss;
    }

    /// He goes so many districts clockwise.
    pub(super) fn boss_goes(&mut self, steps: u8) {
        self.boss_to(self.game.clockwise(self.game.boss.district, steps));
    }

    /// He comes to a district.
    pub(super) fn boss_to(&mut self, district: DistrictIx) {
        self.game.boss.district = district;
        self.watch.event(Event::BossMoved { district });
    }

    /// Performs the actions left of a track's bracket, as it stands now.
    fn boss_track(&mut self, track: Track) {
        if track == Track::Yellow {
            self.adjustment_token();
        }
        let end = self.game.boss.brackets[track.index()];
        let next = 0;
        self.push(Task::BossPerform { track, next, end });
    }

    /// Performs the actions of one of his tracks.
    pub(super) fn boss_perform(&mut self, track: Track, next: u8, end: u8) {
        if next < end {
            let after = next + 1;
            self.push(Task::BossPerform {
                track,
                next: after,
                end,
            });
            let tracks = self.rules.boss_sheet(self.game).tracks();
            let deed = tracks.expect("a boss whose tracks act has tracks")[track.index()].at(next);
            let district = self.game.boss.district;
            self.act(deed, district, Source::Boss, Via::NOTHING);
        }
    }

    /// Moves one of his brackets; at its end he performs the track's final action instead, but not twice in one chain.
    pub(super) fn boost(&mut self, track: Track, via: Via) {
        let sheet = self.rules.boss_sheet(self.game);
        let bracket = &mut self.game.boss.brackets[track.index()];
        if *bracket < sheet.last_bracket(track) {
            *bracket += 1;
            self.watch.event(Event::BossBracket { track, change: 1 });
        } else if !via.has(Via::BOOST) {
            let (deed, district) = (sheet.final_deed(track), self.game.boss.district);
            let source = Source::Boss;
            self.push(Task::Act {
                district,
                source,
                via: via.and(Via::BOOST),
                deed,
            });
        }
    }

    /// The Difficulty Adjustment Token adds to the yellow track: after its own actions, so it is put below them.
    fn adjustment_token(&mut self) {
        let times = self.game.ruleset.adjustment.token();
        if times > 0 {
            let deed = Deed {
                times,
                ..Deed::once(Verb::Population)
            };
            self.push(Task::Act {
                district: self.game.boss.district,
                source: Source::Boss,
                via: Via::NOTHING,
                deed,
            });
        }
    }

    /// Fortifying himself: research until he is weakened, health after; without a research track always health.
    pub(super) fn fortify_boss(&mut self) {
        let has_track = self.rules.boss_has_track(self.game);
        let boss = &mut self.game.boss;
        let value = if boss.research > 0 && has_track {
            &mut boss.research
        } else {
            &mut boss.health
        };
        *value = value.saturating_add(1);
        let (research, health) = (boss.research, boss.health);
        self.watch.event(Event::BossValues { research, health });
    }
}
