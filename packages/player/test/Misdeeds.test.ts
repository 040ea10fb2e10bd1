/** What is told of calls that were refused. */
import type { RefusedCall } from "@backlot/protocol/control/ControlRefused"
import { expect, it } from "vitest"
import { refusalText } from "../src/turn/Misdeeds.ts"

const call = (code: number, message: string): RefusedCall => ({
  ...{ number: 1, at: 0, application_id: null, operation: "get_guild", method: "GET" },
  ...{ path: "/guilds/1", status: 404, code, message }
})

it("says how a world gets a guild or an application that a program knows by its id", () => {
  expect(refusalText(call(10003, "Unknown Channel"))).toBe("GET /guilds/1 was answered 404: 10003 Unknown Channel")
  expect(refusalText(call(10004, "Unknown Guild"))).toBe(
    "GET /guilds/1 was answered 404: 10004 Unknown Guild (the world has no such guild: an id of the real platform must be in it, and `backlot init` writes those of your settings)"
  )
  expect(refusalText(call(10002, "Unknown Application"))).toMatch(/the world has no such application/)
})
