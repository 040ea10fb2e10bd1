/** Facts for registration. Source: service.md "Application command", "Age restriction". */
import type { IntegrationType } from "../record/ApplicationCommand.ts"
import type { Application } from "../record/World.ts"

export interface ApplicationTraits {
  /** Installation contexts that the application supports. */
  readonly integration_types: ReadonlyArray<IntegrationType>
  /** Flagged EMBEDDED: it has an Activity. */
  readonly embedded: boolean
  /** Discovery is enabled. */
  readonly discoverable: boolean
}

export const traitsOf = (application: Application): ApplicationTraits => ({
  integration_types: application.integration_types,
  embedded: application.flags.includes("EMBEDDED"),
  discoverable: application.discoverable
})
