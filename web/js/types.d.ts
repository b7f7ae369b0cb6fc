// What the server sends, for the type checker alone. docs/web.md says what it means.

export type Child = Node | string | number | null | undefined | false | Child[];
export interface Die { kind: string; face: number; symbol: string; count: number; text: string }
export interface Deed { mark: string; text: string }
export interface Track {
  key: string; note?: string; bracket: number; deeds?: Deed[];
  column?: string; last_column?: string; rows?: { row: number; deeds: Deed[] }[];
}
export interface Boss {
  name: string; district: number | null; research: number; health: number; weakened: boolean;
  by_markers: boolean; value: string; tracks: Track[]; cards: { left: number; effects: string[] }[];
}
export interface Epic {
  name: string; key: string; research: number; health: string; weakened: boolean; reward: string; track: Track;
}
export interface CityBoard {
  name: string; marker?: number; below?: Deed[]; fires?: Deed[]; city_passes?: string;
  card?: { action: Deed; benefit: string; used: boolean };
}
export interface District {
  name: string; epic: Epic | null; enforcement: number; barricades: number; red_shields: number;
  blue_shields: number; copy_tokens: number; stolen: string[]; reckoners: number[]; boss: boolean;
  sniper: boolean; costs: number; board: CityBoard | null;
}
export interface Seat {
  key: string; name: string; kind: string; district: number | null; place: string | null; acting: boolean;
  tokens: number; fresh_tokens: number; done: boolean; rolls: number;
  ability: { name: string; text: string; used: boolean; tokens: number };
  cards: { name: string; text: string; state: string | null; gives: string[] }[];
  dice: {
    tray: string[]; air: string[]; rolled: Die[]; kept: Die[]; used: Die[]; lost: string[]; aside: string[];
  };
  effects: string[]; coming: string[]; aids: { text: string; count: number }[];
}
export interface Action {
  id: number; kind: string; text: string; district?: number; seat?: number; label?: string;
  symbol?: string | null; die?: Die; die_kind?: string; card?: string; detail?: string; track?: string;
  boss?: boolean;
}
export interface Outcome { outcome: string; weight: number; detail: string | null }
export interface Next {
  kind: 'decision' | 'chance' | 'over'; decision?: string; seat?: number; team?: boolean; actions?: Action[];
  event?: string; district?: number; dice?: { kind: string; count: number; faces: Die[] }[];
  outcomes?: Outcome[]; tracks?: { key: string; rows: number[] }[]; won?: boolean;
}
export interface Forecast {
  population: number; boss: number; city: number; enforcement: number; barricades: number; fatal: boolean;
}
export interface View {
  digest: string; game: { difficulty: string; extras: string[]; expanded: boolean }; round: number; step: string;
  awaited: string; population: { now: number; most: number }; money: number; base: { now: number; most: number };
  supply: { what: string; left: number }[]; open: string | null; owed: string[]; rewards: string | null;
  forecast: Forecast | null; boss: Boss; districts: District[];
  market: { name: string; price: number; text: string }[]; reckoners: Seat[]; key: string; next: Next;
}
export interface Entry { step: number; round: number; texts: string[] }
export interface Settings { name: string; own_dice: boolean; own_cards: boolean; agents: Record<string, string>; level: string }
export interface Correction { file: string; card: string; field: string; value: unknown }
export interface State {
  id: string; version: number; settings: Settings; steps: number; earlier: number; can_undo: boolean; can_redo: boolean;
  log: Entry[]; note: string | null; corrections: Correction[]; view: View; pages?: number;
}
export interface Odds { symbol: string; wanted: number; chance: number; text: string }
export interface Option {
  order: number; id: number; ids: number[]; text: string; chance: number; reasons: string[]; then: string[];
  odds: Odds[]; standing: string;
}
export interface Keep { text: string; toward?: string; odds: Odds[] }
export interface Plan {
  keep: Keep[]; goals: { text: string }[];
  steps: { reckoner: string; text: string; ids: number[]; why: string[] }[]; then: string; weighed: boolean;
}
export interface Hint {
  digest: string; searched: boolean; playouts: number; chances: { chance: string; whose: string }[]; people: object | null;
  win?: { sure: boolean; text: string; told: { first: number; text: string }[]; ids: number[] }; danger?: { text: string };
  options: Option[]; keep?: Keep; plan?: Plan; said: string; last: boolean;
}
export interface Review {
  start: number; end: number; luck: number; skill: number; error: number; decisions: number; different: number;
  rounds: { round: number; win_chance: number; luck: number; skill: number }[];
  mistakes: { round: number; played: string; better: string; cost: number; error: number; mark: string }[];
  starts: { round: number; step: number }[]; said: string;
}
export interface Named { key: string; name: string }
export interface Choices {
  team: { least: number; most: number };
  reckoners: {
    key: string; name: string; kind: string; dice: string; ability: string; text: string; module: string | null;
  }[];
  difficulties: Named[]; modules: Named[]; bosses: Named[]; cities: Named[]; city_cards: Named[];
  adjustments: Named[]; agents: { key: string; text: string }[]; levels: { key: string; text: string }[]; samples: Named[];
  deeds: { word: string; text: string }[];
  epics: { file: string; key: string; name: string; research: number; health: string; weakened: number; track: string[] }[];
  equipment: { file: string; key: string; name: string; price: number; text: string }[];
}
export interface Tried { happens: string[]; awaited: string; forecast: Forecast | null; forecast_now: Forecast | null; odds: Odds[] }
