/** Endpoints about the application that calls, and the address of the gateway. Sources: wire-rest.md §5.1, §5.6. */
import { ApplicationBody } from "@backlot/domain/application/ApplicationBody"
import { Schema } from "effect"
import { Record } from "../openapi/Endpoint.ts"
import { bearer, bot, nobody, restGroup } from "../openapi/RestDocument.ts"

export const Applications = restGroup("applications", {
  get_my_application: { method: "GET", path: "/applications/@me", security: [bot], answer: Record },
  update_my_application: {
    method: "PATCH",
    path: "/applications/@me",
    security: [bot],
    body: ApplicationBody,
    answer: Record
  },
  get_my_oauth2_application: { method: "GET", path: "/oauth2/applications/@me", security: [bot], answer: Record },
  get_my_user: { method: "GET", path: "/users/@me", security: [bot, bearer("identify")], answer: Record },
  get_gateway: {
    method: "GET",
    path: "/gateway",
    security: [nobody, bot],
    answer: Schema.Struct({ url: Schema.String })
  },
  get_bot_gateway: { method: "GET", path: "/gateway/bot", security: [bot], answer: Record }
})
