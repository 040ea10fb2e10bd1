/** What an app receives, beside the platform's published types, at run time; PublishedTypes.ts does so at compile time. */

import { judge, judgePayload } from "@backlot/test-judges/published/Judge"
import { assert, describe, it } from "@effect/vitest"
import { launch } from "../../src/interaction/ActivityLaunch.ts"
import { sent } from "../fixture/SampleDelivery.ts"
import { scene, seed } from "../fixture/SampleInteraction.ts"
import { answer, EVERY_KIND } from "../fixture/SampleKinds.ts"

describe("the payload of every kind in every place is of its published type", () => {
  it.each(EVERY_KIND)("%s", (_, given) => assert.deepStrictEqual(judgePayload(sent(given)), []))
})

it("an answer's message is of the published type", () => assert.deepStrictEqual(judge("APIMessage", answer), []))

it("the message of a launch by the service is of the published type", () => {
  const { puts } = launch(seed({ command: { id: "500", name: "Launch", type: 4 }, launches: true }), scene())
  assert.deepStrictEqual(
    puts.map(({ message }) => judge("APIMessage", message)),
    [[]]
  )
})
