#!/usr/bin/env bash
# The tables of docs/rules.md in Markdown, from databases of the moving phase: what N-ply rules turn
# into draws, how many three-stone positions are lost with and without flying, and what protected
# mills change. The folder needs the standard rules, draw-after-N for each N, no-flying, and
# protect-mills.
# Usage: scripts/rules-tables.sh DB [BINARY] [MEN] [N...]
set -euo pipefail

db=${1:?usage: scripts/rules-tables.sh DB [BINARY] [MEN] [N...]}
root=$(cd "$(dirname "$0")/.." && pwd)
moara=$(realpath "${2:-$root/target/release/moara}")
men=${3:-9}
limits=("${@:4}")
[ ${#limits[@]} -gt 0 ] || limits=(50 60 100)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# compare RULES: the standard rules with so many men against them, as CSV.
compare() {
    local prefix=
    [ "$men" -eq 9 ] || prefix=men-$men+
    "$moara" stats --db "$db" --men "$men" --moving --format csv --compare "$prefix$1"
}

# Columns are found by their names.
columns='
function heads(    i) { for (i = 1; i <= NF; i++) at[$i] = i }
function of(name) { return $(at[name]) }
function share(part, all) { return all ? sprintf("%.3f %%", 100 * part / all) : "-" }
function grouped(n,    text) {
    for (text = ""; length(n) > 3; n = substr(n, 1, length(n) - 3))
        text = "," substr(n, length(n) - 2) text
    return n text
}
function dash(text) { return text == "" ? "-" : text }
'

echo "Wins and losses that become draws, and the longest win that stays one (plies to the end):"
echo
head="| subspace | wins | losses |" rule="|---|---:|---:|"
for n in "${limits[@]}"; do
    compare "draw-after-$n" >"$dir/$n.csv"
    head+=" wins drawn, N = $n | losses drawn | longest win kept |" rule+="---:|---:|---:|"
    awk -F, "$columns"'
        NR == 1 { heads(); next }
        { print " " grouped(of("win_to_draw")) " (" share(of("win_to_draw"), of("wins")) ") | " \
              grouped(of("loss_to_draw")) " (" share(of("loss_to_draw"), of("losses")) ") | " \
              dash(of("max_win_kept")) " |"
          wins += of("wins"); losses += of("losses")
          won += of("win_to_draw"); lost += of("loss_to_draw")
          if (of("max_win_kept") + 0 > longest) longest = of("max_win_kept") }
        END { print " " grouped(sprintf("%.0f", won)) " (" share(won, wins) ") | " \
                  grouped(sprintf("%.0f", lost)) " (" share(lost, losses) ") | " longest " |" }
    ' "$dir/$n.csv" >"$dir/$n.cells"
done
awk -F, "$columns"'
    NR == 1 { heads(); next }
    { print "| " of("mover") "-" of("opponent") " | " grouped(of("wins")) " | " \
          grouped(of("losses")) " |"
      wins += of("wins"); losses += of("losses") }
    END { print "| all | " grouped(sprintf("%.0f", wins)) " | " \
              grouped(sprintf("%.0f", losses)) " |" }
' "$dir/${limits[0]}.csv" >"$dir/first.cells"
printf '%s\n%s\n' "$head" "$rule"
cells=("$dir/first.cells")
for n in "${limits[@]}"; do cells+=("$dir/$n.cells"); done
paste -d '' "${cells[@]}"

echo
echo "Three-stone positions that are lost for the side to move, with and without flying:"
echo
echo "| subspace | positions | lost with flying | lost without |"
echo "|---|---:|---:|---:|"
compare no-flying | awk -F, "$columns"'
    NR == 1 { heads(); next }
    of("mover") == 3 {
        print "| 3-" of("opponent") " | " grouped(of("positions")) " | " \
            grouped(of("losses")) " (" share(of("losses"), of("positions")) ") | " \
            grouped(of("other_losses")) " (" share(of("other_losses"), of("positions")) ") |" }
'

echo
echo "Wins and losses with and without protected mills, and the longest of each (plies to the end):"
echo
echo "| subspace | wins | protected | losses | protected | longest win | protected | longest loss | protected |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
# counts SWITCHES: the counts of a profile, moving phase only.
counts() {
    "$moara" stats --db "$db" --men "$men" "$@" --format csv \
        | awk -F, "$columns"' NR == 1 { heads() } NR == 1 || of("mover_hand") + of("opponent_hand") == 0'
}
paste -d , <(counts) <(counts --protect-mills | sed '1s/[^,]*/protected_&/g') | awk -F, "$columns"'
    NR == 1 { heads(); next }
    function both(name) { return grouped(of(name)) " | " grouped(of("protected_" name)) " | " }
    function longest(name) { return dash(of(name)) " | " dash(of("protected_" name)) " | " }
    { print "| " of("mover") "-" of("opponent") " | " both("wins") both("losses") \
          longest("max_win") longest("max_loss")
      wins += of("wins"); losses += of("losses")
      protected_wins += of("protected_wins"); protected_losses += of("protected_losses") }
    END { printf "| all | %s | %s | %s | %s | | | | |\n", grouped(sprintf("%.0f", wins)), \
              grouped(sprintf("%.0f", protected_wins)), grouped(sprintf("%.0f", losses)), \
              grouped(sprintf("%.0f", protected_losses)) }
' | sed 's/ *$//'
