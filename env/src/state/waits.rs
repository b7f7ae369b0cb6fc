//! The table of all that a game waits for.
//!
//! It is given to a macro that makes something of it: the type [`Now`](super::Now) in `now.rs`, its parts in
//! `details.rs`, the kinds of decisions in `decision.rs`, the calls of the rules in `rules/calls.rs`, the steps of the table
//! file in `table/step.rs` and `table/below.rs`, the phrases in `words/action.rs`.
//!
//! A row has
//! - its fields, its key in table files and reports, and the sentence that says it. A name in braces stands for what
//!   `words/awaited.rs` knows under it: one of the file's keys below, or something of the position;
//! - in brackets, for chance: `draws` what comes of it, `then` the method of the rules that takes it;
//!   for a decision: whom it is put to, whether people see it as a part of the one before (`midway`), `offers` the method that
//!   adds the legal actions, `then` the method that takes the one chosen, and `says` what actions are called here if not as
//!   everywhere;
//! - `over`, the work that waits below it: a method in `table/below.rs`;
//! - in parentheses what a table file says of it: the steps of the rulebook in which it can be, the keys that some other
//!   rows have as well (`acting` where a file must tell it), without what it never comes, and which keys tell its fields.

/// Gives the table to a macro.
macro_rules! waits {
    ($make:ident) => {
        $make! {
            chance {
                /// An Epic is drawn for a district.
                DealEpic {
                    /// The district that gets it.
                    district: DistrictIx,
                } = "deal-epic" "an Epic is drawn for {district}"
                    [draws Epic then add_epic(district)]
                    over deals(district)
                    (in Prologue Epics [], district = district);
                /// An Equipment card is drawn for the market.
                DealEquipment = "deal-equipment" "an Equipment card is drawn for the market"
                    [draws Equipment then market_card()]
                    over market()
                    (in Prologue Purchase [draws]);
                /// The boss's first district.
                PlaceBoss = "place-boss" "{boss}'s first district is drawn"
                    [draws District then boss_to()]
                    over boss_arrives()
                    (in Prologue []);
                /// The movement die.
                MoveBoss = "move-boss" "{boss}'s movement die is rolled"
                    [draws Number then boss_goes()]
                    over boss_moves()
                    (in Prologue Epics []);
                /// The dice in the air of one seat.
                RollDice {
                    /// Whose dice.
                    seat: SeatIx,
                } = "roll-dice" "{who} rolls {dice}"
                    [draws Dice then rolled(seat)]
                    over rolls(seat)
                    (in Roll Use [reroll returns_to sniper rewards], who = seat);
                /// The Epic Ability Die.
                Transform {
                    /// The district in which its action happens.
                    district: DistrictIx,
                    /// Who transforms.
                    source: Source,
                    /// How it came about.
                    via: Via,
                } = "transform" "the Epic Ability Die is rolled for {district}"
                    [draws AbilityFace then transformed(district, source, via)]
                    over interrupted()
                    (in Epics Use Purchase Prologue [open owed returns_to sniper rewards buying agenda]
                        with EPICS, district = district, by = (source, via));
                /// A board is drawn for a district.
                DealBoard {
                    /// The district that gets it.
                    district: DistrictIx,
                } = "deal-board" "a board is drawn for {district}"
                    [draws Board then add_board(district)]
                    over boards(district)
                    (in Prologue [] with CITY, district = district);
                /// The boss's four Power dice.
                PowerDice = "power-dice" "{boss}'s Power dice are rolled"
                    [draws Rows then power_dice_rolled()]
                    over boss_step()
                    (in Epics [] with CITY);
                /// A card of the boss is turned.
                BossCard = "boss-card" "a card of {boss} is turned"
                    [draws BossCard then boss_card_turned()]
                    over round_end()
                    (in Epics [] with CITY);
                /// A Dawnslight card is drawn.
                DrawAid {
                    /// The district that the Aid comes to.
                    district: DistrictIx,
                    /// The card drawn before it.
                    held: Option<AidIx>,
                } = "draw-aid" "a Dawnslight card is drawn for {district}"
                    [draws Aid then aid_from_deck(district, held)]
                    over interrupted()
                    (in Use Purchase Prologue [aids open owed returns_to sniper rewards buying agenda]
                        with CITY, district = district, held = held);
            }
            decisions {
                /// The starting district.
                Place = "place" "{actor} chooses a starting district"
                    [Reckoner offers districts() then place()]
                    over places()
                    (in Prologue []);
                /// Which dice to keep.
                Keep = "keep" "{actor} decides which dice to keep"
                    [Reckoner offers rolled_dice() then keep()]
                    over keeps()
                    (in Roll [handed_over]);
                /// Which more dice Faith rerolls.
                Faith = "faith" "{actor} chooses more dice to reroll"
                    [Reckoner offers faith_dice() then faith()]
                    over keeps()
                    (in Roll [acting]);
                /// Which die, token or card to use.
                Use = "use" "{actor} decides what to use"
                    [Reckoner offers usable_things() then take() says AbilityDie "{ability}: change {die}"]
                    over uses()
                    (in Use [handed_over sniper rewards]);
                /// The new face of the die that Improvise changes.
                SetFace {
                    /// Kind of the die.
                    kind: DieKind,
                    /// Face it shows.
                    face: FaceIx,
                } = "set-face" "{actor} turns the {turned} die to another face"
                    [Reckoner, midway offers other_faces(kind, face) then set_face(kind)
                        says SetFace "turn the {turned} die to {face}"]
                    over uses()
                    (in Use [acting sniper rewards], die = (kind, face));
                /// Where the open group's symbols go.
                Spend = "spend" "{actor} {spends}"
                    [Reckoner, midway offers ways_to_spend() then spend()]
                    over uses()
                    (in Use [acting open owed returns_to sniper rewards]);
                /// Where a reward symbol goes.
                Reward = "reward" "{actor} places the rewards"
                    [Team offers places_for_rewards() then place_reward()]
                    over rewards()
                    (in Rewards Use Purchase Prologue [open owed returns_to sniper rewards buying]);
                /// What to buy.
                Buy = "buy" "the team decides what to buy"
                    [Team offers wares() then buy()]
                    over buys()
                    (in Prologue Purchase []);
                /// Who gets the bought card.
                Receive {
                    /// The card.
                    card: EquipmentId,
                } = "receive" "the team decides who gets {card}"
                    [Team, midway offers everybody() then receive(card) says Receive "give {card} to {seat}"]
                    over buys()
                    (in Prologue Purchase [], card = card);
                /// Which die the discovered base costs.
                LoseDie = "lose-die" "a base was discovered: the team gives up a die"
                    [Team offers all_dice() then lose_die()]
                    over interrupted()
                    (in Epics Use Purchase Prologue [open owed returns_to sniper rewards buying agenda]);
                /// Who gets a gift.
                Recipient {
                    /// The gift.
                    gift: Gift,
                } = "recipient" "{actor} names another Reckoner"
                    [Reckoner, midway offers recipients(gift) then name_recipient(gift) says Receive "{seat} {gift}"]
                    over uses()
                    (in Use [acting sniper rewards], gift = gift);
                /// Which used die is taken back.
                Regain = "regain" "{actor} takes a used die back"
                    [Reckoner, midway offers used_dice() then regain() says AbilityDie "take back {die}"]
                    over uses()
                    (in Use [acting returns_to sniper rewards] with EQUIPMENT);
                /// Which unused die is rerolled.
                Reroll {
                    /// Whether one was rerolled already.
                    again: bool,
                } = "reroll" "{actor} chooses a die to reroll"
                    [Reckoner, midway offers unused_dice(again) then reroll(again)
                        says AbilityDie "reroll {die}", Forfeit "enough"]
                    over uses()
                    (in Use [acting reroll returns_to sniper rewards] with EQUIPMENT, again = again);
                /// The district of a kidnapping.
                KidnapTo = "kidnap-to" "{actor} names a district to bring something to"
                    [Reckoner, midway offers kidnap_places() then kidnap_to() says Place "bring something to {district}"]
                    over uses()
                    (in Use [acting sniper rewards] with EQUIPMENT);
                /// What is put there.
                Kidnap {
                    /// The district.
                    to: DistrictIx,
                    /// Things put there so far.
                    moved: u8,
                } = "kidnap" "{actor} chooses what is brought to {district}"
                    [Reckoner, midway offers kidnap_things(to, moved) then kidnap(to, moved)
                        says Enforcement "take an Enforcement of {district}", RemoveBarricade "take a Barricade of {district}",
                            RemoveCopyToken "take a Copy Token of {district}", Forfeit "enough"]
                    over uses()
                    (in Use [acting sniper rewards] with EQUIPMENT, district = to, moved = moved);
                /// Which of two symbols a Move earns.
                AfterMove {
                    /// The card that earns it.
                    card: EquipmentId,
                } = "after-move" "{actor} chooses a symbol for the Move"
                    [Reckoner, midway offers either_symbol(card) then choose_after_move()]
                    over uses()
                    (in Use [acting owed returns_to sniper rewards] with EQUIPMENT, card = card);
                /// Which card is stolen.
                Steal {
                    /// The district of the thief.
                    district: DistrictIx,
                } = "steal" "{epic} steals: the team names an Equipment card"
                    [Team offers all_cards() then steal_card(district)]
                    over interrupted()
                    (in Epics Use Purchase Prologue [open owed returns_to sniper rewards buying agenda]
                        with EPICS, district = district);
                /// Which card is sold.
                Sell = "sell" "the money is gone: the team sells an Equipment card"
                    [Team offers all_cards() then sell_card() says NameCard "sell {card} (${price})"]
                    over interrupted()
                    (in Epics Use Purchase Prologue [open owed returns_to sniper rewards buying agenda] with EPICS);
                /// Whose Plan Token is lost.
                DiscardToken = "discard-token" "the team gives up a Plan Token"
                    [Team offers token_owners() then discard_token() says Receive "{seat} loses a Plan Token"]
                    over interrupted()
                    (in Epics Use Purchase Prologue [open owed returns_to sniper rewards buying agenda] with EPICS);
                /// Which kind of die is given to be changed.
                SwapGive {
                    /// The card that changes it.
                    card: SwapCard,
                } = "swap-give" "{actor} may give a die to be changed"
                    [Reckoner offers dice_to_swap() then swap_give(card)
                        says LoseDie "give {a_kind} die to be changed", Forfeit "keep the dice as they are"]
                    over swaps(card)
                    (in Roll [card] with EQUIPMENT, swap = card);
                /// Which kind of die is taken for it.
                SwapTake {
                    /// The card that changes it.
                    card: SwapCard,
                    /// The kind that is given.
                    given: DieKind,
                    /// Whether it was just named, so that it must be changed.
                    named: bool,
                } = "swap-take" "{actor} may change the {given} die"
                    [Reckoner, midway offers kinds_for(given, named) then swap_take(card, given)
                        says Forfeit "keep the dice as they are"]
                    over swaps(card)
                    (in Roll [card] with EQUIPMENT, swap = card, given = given, first = named);
                /// The kind of the die that Rtich gives.
                ExtraKind {
                    /// Whether it is given for the first time.
                    first: bool,
                } = "extra-kind" "{actor} chooses the kind of the extra die"
                    [Reckoner offers extra_kinds(first) then extra_kind() says Forfeit "keep the dice as they are"]
                    over extra_die()
                    (in Roll [] with EQUIPMENT, first = first);
                /// Which own card does not work this round.
                Disable = "disable" "{actor} names a card that does not work this round"
                    [Reckoner offers own_cards() then disable() says NameCard "do without {card} this round"]
                    over disabling()
                    (in Roll [acting returns_to] with CITY);
                /// Which kind of own die is not rolled this round.
                LayAside = "lay-aside" "{actor} lays a die aside for this round"
                    [Reckoner offers own_kinds() then lay_aside() says LoseDie "lay {a_kind} die aside"]
                    over laying_aside()
                    (in Roll [acting returns_to] with CITY);
                /// What else a Move costs.
                SecondHalf {
                    /// Where it leads.
                    to: DistrictIx,
                } = "second-half" "{actor} moves to {district}: what else does it cost?"
                    [Reckoner, midway offers second_halves() then second_half(to)
                        says Take "spend {die}", TakeToken "spend a Plan Token", UseCard "spend {card}",
                            Aid "spend the Dawnslight card ({aid})"]
                    over uses()
                    (in Use [acting owed returns_to sniper rewards] with CITY, district = to);
                /// Which face the unused die shows that is lost.
                LoseFace {
                    /// Whose die.
                    seat: SeatIx,
                    /// Its kind.
                    kind: DieKind,
                    /// Whether it goes back into the supply with the card that gave it.
                    back: bool,
                } = "lose-face" "{who} loses an unused {kind} die: the team says which"
                    [Team offers lost_faces(seat, kind) then lose_face(seat, kind, back)
                        says SetFace "give up the {kind} die that shows {face}"]
                    over interrupted()
                    (in Use [open owed returns_to sniper rewards agenda]
                        with CITY, who = seat, kind = kind, back = back);
                /// Which of two Dawnslight cards is kept.
                KeepAid {
                    /// The district that the Aid comes to.
                    district: DistrictIx,
                    /// The cards drawn.
                    pair: [AidIx; 2],
                } = "keep-aid" "the team keeps one of two Dawnslight cards"
                    [Team offers aids(pair) then keep_aid(district, pair) says Aid "keep the Dawnslight card ({aid})"]
                    over interrupted()
                    (in Use Purchase Prologue [aids open owed returns_to sniper rewards buying agenda]
                        with CITY, district = district, pair = pair);
                /// Who gets the Dawnslight card.
                GiveAid {
                    /// The district that the Aid comes to.
                    district: DistrictIx,
                    /// The card.
                    card: AidIx,
                } = "give-aid" "the team decides who gets the Dawnslight card ({aid})"
                    [Team offers aided(district) then name_aided(card)]
                    over interrupted()
                    (in Use Purchase Prologue [aids open owed returns_to sniper rewards buying agenda]
                        with CITY, district = district, aid = card);
                /// Who of several Reckoners in a district is weakened.
                Suffer {
                    /// The district.
                    district: DistrictIx,
                    /// How.
                    effect: Effect,
                } = "suffer" "the team names a Reckoner who is weakened ({effect})"
                    [Team offers sufferers(district) then name_sufferer(effect) says Receive "{seat} is weakened"]
                    over city_step()
                    (in Epics [agenda] with CITY, district = district, effect = effect);
                /// Who performs the benefit of a district's card.
                Perform {
                    /// The district.
                    district: DistrictIx,
                } = "perform" "{actor} names who performs the benefit of {district}"
                    [Team, midway offers performers(district) then name_performer(district)
                        says Receive "{seat} performs the benefit", Forfeit "nobody performs it"]
                    over uses()
                    (in Use [owed sniper rewards] with CITY, district = district);
            }
        }
    };
}
pub(crate) use waits;
