import { Backlot, type BacklotOptions } from "@backlot/testkit"

const options: BacklotOptions = { commands: [{ name: "adopt", description: "Adopts" }] }
const started: Promise<Backlot> = Backlot.start(options)
void started.then(async (backlot) => {
  const name: string = backlot.app().name
  await backlot.app(name).register([], { guild: "Harbour" })
})
