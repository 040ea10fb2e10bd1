/** The regions of voice servers. Libraries read them, although no sound is carried. Our choice: docs/choices.md "Guilds and members". */
export const VOICE_REGIONS = [
  { id: "us-east", name: "US East", custom: false, deprecated: false, optimal: true },
  { id: "rotterdam", name: "Rotterdam", custom: false, deprecated: false, optimal: false },
  { id: "singapore", name: "Singapore", custom: false, deprecated: false, optimal: false }
]

export const REGION_IDS: ReadonlyArray<string> = VOICE_REGIONS.map(({ id }) => id)

/** Auto, full. Source: official OpenAPI document, `VideoQualityModes`. */
export const VIDEO_QUALITY_MODES = [1, 2] as const

/** People in a voice channel; a stage has more. Source: the platform's documentation of channels. */
export const VOICE_LIMIT_MAX = 99
