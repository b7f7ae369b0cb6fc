//! The table of all work that the agenda can hold.
//!
//! It is given to a macro that makes something of it: the type [`Task`](super::Task) with its text form in `agenda.rs`, the calls
//! of the rules in `rules/calls.rs`. A row has its fields, its word and the method of the rules that does it.

/// Gives the table to a macro.
macro_rules! works {
    ($make:ident) => {
        $make! {
            /// Set-up: deal an Epic to this district and the following ones.
            DealFirst {
                /// The next district.
                district: DistrictIx,
            } = "deal-first" deal_first(district);
            /// Draw up to this many Equipment cards.
            FillMarket {
                /// Cards still to be drawn.
                left: u8,
            } = "fill-market" fill_market(left);
            /// Prologue: the boss arrives.
            BossArrives = "boss-arrives" boss_arrives();
            /// Prologue: what the boss does when he has arrived.
            BossPrologue = "boss-prologue" boss_prologue();
            /// Prologue: the movement die.
            BossMoves = "boss-moves" boss_moves();
            /// Prologue: Reckoners are placed.
            PlaceStep {
                /// How many are still to be placed.
                left: u8,
            } = "place" place_step(left);
            /// A new round begins.
            StartRound = "start-round" start_round();
            /// First rolls.
            FirstRolls {
                /// The next seat, counted from the acting one.
                offset: u8,
            } = "first-rolls" first_rolls(offset);
            /// Keep and reroll until nobody has dice to decide on.
            KeepStep = "keep" keep_step();
            /// Use dice until everybody is done.
            UseStep = "use" use_step();
            /// Money and boss research of the rewards.
            RewardStep = "rewards" reward_step();
            /// The other rewards, one by one.
            PlaceRewards = "place-rewards" place_rewards();
            /// Buying.
            BuyStep = "buy" buy_step();
            /// Tokens gained this round enter the trays.
            EndPurchase = "end-purchase" end_purchase();
            /// Add Epics.
            AddEpics {
                /// The next district, counted from the boss's.
                offset: u8,
            } = "add-epics" add_epics(offset);
            /// Activate Epics.
            Activate {
                /// The next district, counted from the boss's.
                offset: u8,
            } = "activate" activate(offset);
            /// Activate the Epic of a district.
            ActivateEpic {
                /// The district.
                district: DistrictIx,
            } = "activate-epic" activate_epic(district);
            /// Perform the actions of a district's Epic.
            Perform {
                /// The district.
                district: DistrictIx,
                /// Next space.
                next: u8,
                /// First space that does not fire.
                end: u8,
            } = "perform" perform(district, next, end);
            /// Perform one deed.
            Act {
                /// The district in which it happens.
                district: DistrictIx,
                /// Who does it.
                source: Source,
                /// How it came about.
                via: Via,
                /// The deed.
                deed: Deed,
            } = "act" act(deed, district, source, via);
            /// Perform the actions of a district's Copy Tokens.
            CopyTokens {
                /// The district.
                district: DistrictIx,
                /// Next token.
                next: u8,
                /// Tokens in all.
                end: u8,
            } = "copy-tokens" copy_tokens(district, next, end);
            /// What counts things is carried out; the activation of an Epic ends.
            EndActivation = "end-activation" end_activation();
            /// After a reroll that a gift allowed: perhaps another one.
            RerollAgain = "reroll-again" reroll_again();
            /// Cards that work before the first roll.
            PhaseStart {
                /// The next of them.
                part: u8,
            } = "phase-start" phase_part(part);
            /// Move a district's bracket.
            Advance {
                /// The district.
                district: DistrictIx,
            } = "advance" advance(district);
            /// Repeat the final action of a district's Epic.
            Repeat {
                /// The district.
                district: DistrictIx,
                /// How often.
                times: u8,
            } = "repeat" repeat(district, times);
            /// The boss's activation.
            BossStep {
                /// The next part of it; what it is, the boss's module knows.
                part: u8,
            } = "boss" boss_step(part);
            /// Perform the actions of one of the boss's tracks.
            BossPerform {
                /// The track.
                track: Track,
                /// Next space.
                next: u8,
                /// First space that does not fire.
                end: u8,
            } = "track" boss_perform(track, next, end);
            /// The round ends.
            EndRound = "end-round" end_round();
            /// Set-up: deal a board to this district and the following ones.
            DealBoards {
                /// The next district.
                district: DistrictIx,
            } = "deal-boards" deal_boards(district);
            /// Prologue: what the city does once the boss has moved.
            CityPrologue = "city-prologue" city_prologue();
            /// A step of the city in the Epics' phase.
            CityStep {
                /// The next part of it; what it is, the city's module knows.
                part: u8,
            } = "city" city_step(part);
            /// The actions of a district's track from a height down, while the city passes it.
            Pass {
                /// The district.
                district: DistrictIx,
                /// The height of the next action.
                height: u8,
            } = "pass" pass(district, height);
            /// The group in use goes on.
            SpendOn = "spend-on" spend_on();
            /// A defeated Epic's research of the boss is paid.
            BossResearch {
                /// The district of the Epic.
                district: DistrictIx,
                /// How much.
                amount: u8,
            } = "boss-research" pay_boss_research(district, amount);
            /// The marker of a district goes down.
            LowerMarker {
                /// The district.
                district: DistrictIx,
                /// By how many spaces.
                left: u8,
                /// Whose symbol it was.
                by: Option<SeatIx>,
            } = "lower-marker" lower_marker(district, left, by);
            /// After a marker went down: perhaps the boss is weakened.
            LookWeakened {
                /// Whose symbol it was.
                by: Option<SeatIx>,
            } = "look-weakened" look_weakened(by);
            /// A Dawnslight Aid.
            Aid {
                /// The district that it comes to.
                district: DistrictIx,
                /// The card drawn already.
                held: Option<AidIx>,
            } = "aid" draw_aid(district, held);
            /// The attack on the money that asked for a sale goes on.
            Sale = "sale" attack_money();
            /// Do the rest of a deed that is done several times.
            Again {
                /// The district in which it happens.
                district: DistrictIx,
                /// Who does it.
                source: Source,
                /// How it came about.
                via: Via,
                /// What is left of it.
                deed: Deed,
            } = "again" act_here(deed, district, source, via);
        }
    };
}
pub(crate) use works;
