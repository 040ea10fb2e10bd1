import { Rest } from "@backlot/protocol/Rest"
import { OpenApi } from "effect/http-api"
import { test } from "vitest"

test("x", () => {
  console.log(JSON.stringify(OpenApi.fromApi(Rest), null, 1).slice(0, 6000))
})
