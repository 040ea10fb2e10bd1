/** The second token of a demo bot, for both authentications: REST and gateway. Inside a transaction. */

import { otherForm } from "@backlot/domain/world/PublishedSecrets"
import * as Body from "@backlot/ports/Body"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"

/** The bots of the demo world have two tokens each; a credential under the other one counts as well. */
export const inOtherForm = (token: string, sha256: (text: string) => string) => {
  const other = otherForm(token)
  return other === undefined ? Body.succeed(undefined) : Collections.credentials.get(Collection.text(sha256(other)))
}
