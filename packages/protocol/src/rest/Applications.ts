/** Endpoints about the application that calls, and the address of the gateway. Sources: wire-rest.md §5.1, §5.6. */
import { ApplicationBody } from "@backlot/domain/application/ApplicationBody"
import { Schema } from "effect"
import { Record } from "../openapi/Endpoint.ts"
import { bearer, bot, bots, by, nobody, restGroup } from "../openapi/RestDocument.ts"

export const Applications = restGroup("applications", {
  get_my_application: bots.get("/applications/@me", { answer: Record }),
  update_my_application: bots.patch("/applications/@me", { body: ApplicationBody, answer: Record }),
  get_my_oauth2_application: bots.get("/oauth2/applications/@me", { answer: Record }),
  get_my_user: by(bot, bearer("identify")).get("/users/@me", { answer: Record }),
  get_gateway: by(nobody, bot).get("/gateway", { answer: Schema.Struct({ url: Schema.String }) }),
  get_bot_gateway: bots.get("/gateway/bot", { answer: Record })
})
