import { scenario } from "@backlot/simulator/scenario/Scenario"

const adopt = { name: "adopt", description: "Adopts a pet" }
const looking = (user: string) => ({ as: user, in: "general", picker: "adopt" })

export default scenario({
  name: "what is registered is in the picker",
  steps: [
    { ...looking("alice"), expect: { commands: { $length: 0 } } },
    { app: { put: "/applications/{application}/commands", body: [adopt] } },
    { ...looking("bob"), expect: { commands: [{ name: "adopt" }] } }
  ]
})

// @ts-expect-error: there is no act of this name
export const misspelt = () => scenario({ name: "misspelt", steps: [{ as: "alice", in: "general", uze: "/adopt" }] })
