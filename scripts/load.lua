-- Questions for wrk: random positions of the game with five stones a side, of both phases.

local function fen()
  local hand = math.random(0, 4)
  -- While stones are in hand nothing was taken; afterwards three to five are left to each side.
  local white = hand > 0 and 5 - hand or math.random(3, 5)
  local black = hand > 0 and 5 - hand or math.random(3, 5)
  local points = {}
  for i = 1, 24 do
    points[i] = i <= white and "O" or i <= white + black and "@" or "*"
  end
  for i = 24, 2, -1 do
    local j = math.random(i)
    points[i], points[j] = points[j], points[i]
  end
  local ring = function(first) return table.concat(points, "", first, first + 7) end
  local phase = hand > 0 and "p p" or "m s"
  return string.format("%s/%s/%s w %s %d %d %d %d 0 0 -1 -1 -1 -1 0 0 1",
    ring(1), ring(9), ring(17), phase, white, hand, black, hand)
end

function init()
  math.randomseed(os.time())
end

function request()
  local position = fen():gsub(" ", "%%20"):gsub("@", "%%40")
  return wrk.format("GET", "/api/query?position=" .. position)
end
