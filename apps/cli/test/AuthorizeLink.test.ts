import type { Application } from "@backlot/domain/record/World"
import { expect, it } from "vitest"
import { authorizeLink } from "../src/serve/Banner.ts"

const URL = "http://127.0.0.1:6780"

const linkOf = (changes: Partial<Application>) => {
  // The link hangs on these fields alone.
  const application = { id: "1", integration_types: [0, 1], redirect_uris: [], ...changes } as unknown as Application
  return authorizeLink(application, URL, "discord").replace(`${URL}/oauth2/authorize?client_id=1&`, "")
}

it.each<[sentence: string, changes: Partial<Application>, asked: string]>([
  [
    "an application that registered the server's own page gets a code there",
    { redirect_uris: ["http://127.0.0.1/oauth2/code"] },
    "response_type=code&scope=identify+applications.commands.permissions.update&redirect_uri=http%3A%2F%2F127.0.0.1%3A6780%2Foauth2%2Fcode"
  ],
  ["any other is installed", { redirect_uris: ["http://127.0.0.1/callback"] }, "scope=bot+applications.commands"],
  [
    "one that guilds cannot have is installed on the user",
    { integration_types: [1] },
    "scope=applications.commands&integration_type=1"
  ]
])("%s", (_, changes, asked) => {
  expect(linkOf(changes)).toBe(asked)
})
