/** A small world with a bot in two guilds, each on another shard of two. */
import { APP, OTHER_APP, world } from "../fixture/Running.ts"

/** On shard 0 of 2. */
export const HARBOUR = "200000000000000001"
/** On shard 1 of 2. */
export const MARKET = String(BigInt(HARBOUR) + (1n << 22n))
export const INTENTS = { GUILDS: 1, GUILD_MEMBERS: 2, MESSAGE_CONTENT: 1 << 15 }

const [harbour] = world.guilds
const installs = [APP, OTHER_APP].map((application_id) => ({
  application_id,
  scopes: ["bot", "applications.commands"]
}))

export const given = {
  ...world,
  guilds: [
    { ...harbour, installs },
    { id: MARKET, name: "Market", owner_id: harbour?.owner_id, installs }
  ]
}
