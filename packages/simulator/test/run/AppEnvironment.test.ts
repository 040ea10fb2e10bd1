import type { Stage } from "@backlot/player/stage/Stage"
import { expect, it } from "vitest"
import { appEnvironment } from "../../src/run/AppEnvironment.ts"

const stage: Stage = {
  ...{ url: "http://127.0.0.1:1", rest_url: "http://127.0.0.1:1/api", gateway_url: "ws://127.0.0.1:1/gateway" },
  ...{ control_url: "http://127.0.0.1:1/control/v1", control_token: undefined, applications: [] }
}

it("a program gets neither the credentials of an outer run nor the password of our database", () => {
  const outer = {
    PATH: "/bin",
    BACKLOT_APP_TOKEN: "outer",
    BACKLOT_DATABASE_URL: "postgres://u:s3cr3t@db/x",
    BACKLOT_PORT: "1"
  }
  const own = appEnvironment(outer, stage, undefined)
  expect(JSON.stringify(own)).not.toMatch(/outer|s3cr3t/)
  expect(own).toMatchObject({ PATH: "/bin", BACKLOT_PORT: "1", BACKLOT_APP_REST_URL: stage.rest_url })
})
