import { scenario } from "backlot/scenario"

export default scenario({
  name: "nothing is registered",
  steps: [{ as: "alice", in: "general", picker: "ping", expect: { commands: { $length: 0 } } }]
})

// @ts-expect-error: there is no act of this name
export const misspelt = () => scenario({ name: "misspelt", steps: [{ as: "alice", in: "general", uze: "/ping" }] })
