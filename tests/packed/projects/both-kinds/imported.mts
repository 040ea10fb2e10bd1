import { type Answer, Backlot, BacklotError, type BacklotOptions, type UserInChannel } from "@backlot/testkit"

const options: BacklotOptions = { world: {}, clock: "real", app: () => ({ type: 4, data: { content: "hi" } }) }
const backlot: Backlot = await Backlot.start(options)
const [alice, bob]: readonly [UserInChannel, UserInChannel] = backlot.in("general", "alice", "bob")
const answer: Answer = await alice.use("/adopt").expect({ message: { content: /hi/ } })
const content: string | undefined = answer.message?.content
await bob.use("/ban").refused("permission")
// @ts-expect-error: no such reason
await bob.use("/ban").refused("because")
// @ts-expect-error: no such expectation
await bob.use("/ban", { expect: { mesage: content } })
await backlot.stop().catch((error: unknown) => error instanceof BacklotError && error.transcript.length)
