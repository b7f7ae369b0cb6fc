#!/usr/bin/env python3
"""Win rates by boss and city, as a table in Markdown.

    python3 scripts/cities.py [--games N] [--agents LIST] [GAME ...]

GAME is BOSS-CITY (regalia-babilar), newcago-A or newcago-B; without any, all of them. A cell holds the win rates in
percent at Beginner, Standard, Hard and Sparks!. The program is target/release/reckoners: build it first.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent.parent / "target/release/reckoners"
BOSSES = ["steelheart", "regalia", "limelight"]
CITIES = ["newcago", "babilar", "ildithia"]
LEVELS = ["beginner", "standard", "hard", "sparks"]
GAMES = [f"{boss}-{city}" for boss in BOSSES for city in CITIES] + ["newcago-A", "newcago-B"]


def flags(game: str) -> list[str]:
    first, second = game.split("-")
    if first == "newcago":
        return ["--newcago-cards", second]
    return ["--boss", first, "--city", second]


def win_rates(game: str, agents: str, games: int) -> dict[tuple[str, int, str], float]:
    command = [str(PROGRAM), "eval", "--json", "--agents", agents, "--games", str(games), *flags(game)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"error: {' '.join(command)}: {run.stderr.strip()}")
    cells = json.loads(run.stdout)["cells"]
    return {(c["agent"], c["players"], c["difficulty"]): 100 * c["win_rate"] for c in cells}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_played", nargs="*", metavar="GAME", default=[], help="of " + ", ".join(GAMES))
    parser.add_argument("--games", type=int, default=1000, help="games a cell")
    parser.add_argument("--agents", default="random,greedy,scripted", help="agents, separated by commas")
    args = parser.parse_args()
    unknown = [game for game in args.games_played if game not in GAMES]
    if unknown:
        parser.error(f"{unknown[0]}: not one of {', '.join(GAMES)}")
    if not PROGRAM.exists():
        sys.exit(f"error: {PROGRAM} is missing; run cargo build --release")
    print("| game | player | 2 Reckoners | 3 | 4 | 5 | 6 |\n|---|---|---|---|---|---|---|")
    for game in args.games_played or GAMES:
        rates = win_rates(game, args.agents, args.games)
        for agent in dict.fromkeys(agent for agent, _, _ in rates):
            cells = ["/".join(f"{rates[agent, n, level]:.0f}" for level in LEVELS) for n in range(2, 7)]
            print(f"| {game} | {agent} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
