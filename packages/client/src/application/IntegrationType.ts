/** How an authorization installs an application. Sources: service.md "Integration types"; wire-rest.md §7. */
export const IntegrationType = { GuildInstall: 0, UserInstall: 1 } as const

export type IntegrationType = (typeof IntegrationType)[keyof typeof IntegrationType]

export const isIntegrationType = (value: unknown): value is IntegrationType =>
  value === IntegrationType.GuildInstall || value === IntegrationType.UserInstall
