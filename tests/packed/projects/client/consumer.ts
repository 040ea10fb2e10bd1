// A game's program: arguments of an authorization, and what a chat client ranks.
import { AuthorizationArgs } from "@backlot/client/AuthorizationArgs"
import { Client } from "@backlot/client/Client"
import { rankOf, type Searched } from "@backlot/client/PickerRank"

const args: AuthorizationArgs = new AuthorizationArgs()
  .setClientId(100000000000000001n)
  .setScopes(Client.getDefaultPresenceScopes())
const scopes: string = args.scopes()
if (!scopes.includes("openid")) throw new Error(scopes)

let refusal: unknown
try {
  args.setClientId(-1n)
} catch (error) {
  refusal = error
}
if (!(refusal instanceof Error)) throw new Error("a negative id was taken")

const named = (path: string): Searched => ({ path, path_localized: path, application_name: "Pet Shop" })
if (rankOf(named("adopt"), "/ad") === undefined || rankOf(named("feed"), "/ad") !== undefined) throw new Error("ranks")
console.log("as the C++ library does")
