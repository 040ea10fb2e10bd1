/** Every limit of the service, each defined once. Sources: service.md "Limits"; others as noted. */

/** service.md "Limits", "Application command", "Application command option". Lengths in code points. */
export const command = {
  perType: { 1: 100, 2: 15, 3: 15, 4: 1 },
  nameMin: 1,
  nameMax: 32,
  descriptionMin: 1,
  descriptionMax: 100,
  options: 25,
  choices: 25,
  choiceNameMax: 100,
  choiceStringMax: 100,
  minLengthMax: 6000,
  maxLengthMin: 1,
  maxLengthMax: 6000,
  totalCharacters: 8000,
  bulk: 131,
  /** Permission overwrites per command. */
  overwrites: 100,
  /** Elements of a list of integers that are validated. Our choice: docs/choices.md "Registration". */
  integers: 25,
  /** 2^54 - 1, wire-rest.md §1.3. */
  permissionsMax: 18_014_398_509_481_983n
} as const

/** wire-rest.md §5.6. Lengths in code points. `participantsMax` is our choice: docs/choices.md "Registration". */
export const application = {
  nameMax: 32,
  descriptionMax: 400,
  urlMax: 2048,
  tags: 5,
  tagMax: 20,
  participantsMin: -1,
  participantsMax: 2 ** 31 - 1
} as const

/** Guilds and their parts: the official OpenAPI document, `CreateRoleRequest`, `CreateGuildChannelRequest`. */
export const guild = {
  nameMin: 2,
  nameMax: 100,
  colorMax: 0xffffff,
  slowmodeMaxSeconds: 21_600,
  /** For text channels; other kinds allow more. */
  topicMax: 1_024,
  bitrateMin: 8_000,
  /** Of the highest tier. */
  bitrateMax: 384_000,
  /** Of a stage. */
  userLimitMax: 10_000,
  timeoutMaxMs: 28 * 24 * 60 * 60_000,
  /** Of a ban. Seconds, and the older days, of messages that are deleted with it; users banned at once. */
  bans: { reasonMax: 512, deleteSeconds: 604_800, deleteDays: 7, atOnce: 200 },
  /** Entries on one page of the audit log. */
  auditLog: { page: 100, usual: 50 },
  /** Seconds, and users that may accept one invite, are of one invite. Source: `CreateGuildInviteRequest`. */
  invites: { most: 1_000, codeLength: 8, ageSeconds: 5_184_000, usualAgeSeconds: 86_400, uses: 100, targets: 1_000 },
  /** Members, and other things of a guild, on one page of a list or a search. */
  page: 1_000,
  /** Guilds on one page of `/users/@me/guilds`. */
  guildsPage: 200,
  roles: 250,
  /** Of a guild, without threads. */
  channels: 500,
  /** Beyond this many archived ones the oldest go, so many at once. */
  threads: { active: 1_000, archived: 10_000, dropped: 100 },
  /** Elements in one list of positions. */
  positions: 500
} as const

/** Official OpenAPI document, `BotAccountPatchRequest`. */
export const user = { nameMin: 2, nameMax: 32 } as const

/** service.md "Option types"; decision 34 for NUMBER. */
export const number = {
  integerMin: -(2 ** 53) + 1,
  integerMax: 2 ** 53 - 1,
  doubleMin: -(2 ** 53),
  doubleMax: 2 ** 53
} as const

/** wire-interactions.md §2.4, §4.3, §4.4, §4.7; times in milliseconds of the service clock. */
export const interaction = {
  acknowledgeMs: 3_000,
  tokenMs: 15 * 60_000,
  followUpsOutsideGuild: 5,
  autocompleteChoices: 25,
  autocompleteNameMax: 100,
  autocompleteStringMax: 100,
  attachmentSizeBytes: 10_485_760
} as const

/** wire-interactions.md §4.3. */
export const message = {
  contentMax: 2000,
  embeds: 10,
  embedsTotalCharacters: 6000,
  componentRows: 5,
  componentsV2: 40,
  /** All text displays of a message together. */
  displayableText: 4000,
  attachments: 10,
  /** The platform's official OpenAPI document, `MessageCreateRequest`. */
  nonceMax: 25,
  stickers: 3,
  /** A nonce is remembered for this time and so many messages. Our choice: docs/choices.md "Messages". */
  nonceMs: 5 * 60_000,
  nonceMessages: 100
} as const

/** The platform's documentation: list sizes, bulk deletion with its age limit of two weeks, pins. */
export const channelMessages = {
  listDefault: 50,
  listMax: 100,
  deleteMin: 2,
  deleteMax: 100,
  deleteAgeMs: 14 * 86_400_000,
  pins: 250,
  pinsListMax: 50,
  /** How many messages one query skips because only one user can see them. Our choice: docs/choices.md "Messages". */
  scan: 1_000
} as const

/** The platform's documentation: kinds of emoji on one message, and users in one list. */
export const reaction = { emojis: 20, listDefault: 25, listMax: 100 } as const

/**
 * Official OpenAPI document, `MessageAttachmentRequest`. `filenameMax`, and how much of a picture is read to find its
 * size, are our choice: docs/choices.md "Messages".
 */
export const attachment = {
  filenameMax: 255,
  textMax: 1024,
  waveformMax: 400,
  pictureBytes: 256 * 1024,
  /** How long the address of a file leads to it, and in what steps it begins. */
  addressMs: 86_400_000,
  addressStepMs: 3_600_000
} as const

/** Official OpenAPI document, `*ComponentForMessageRequest`, `*ComponentForModalRequest`. Lengths in code points. */
export const component = {
  /** The largest int32. */
  idMax: 2 ** 31 - 1,
  perRow: 5,
  perSection: 3,
  galleryItems: 10,
  mediaUrlMax: 2048,
  mediaTextMax: 1024,
  displayMax: 4000,
  colorMax: 0xffffff,
  /** The label around a component of a modal. */
  captionMax: 45,
  captionTextMax: 100,
  inputMax: 4000,
  inputPlaceholderMax: 100,
  groupOptions: 10,
  files: 10,
  customIdMax: 100,
  labelMax: 80,
  urlMax: 512,
  emojiNameMax: 32,
  placeholderMax: 150,
  values: 25,
  options: 25,
  optionTextMax: 100,
  defaultValues: 25
} as const

/** Limits on HTTP requests where the platform shows none. Our choice: docs/choices.md "Control plane". */
export const http = {
  bodyBytes: 2 * 1024 * 1024,
  /** For a message with its files, outside boosted guilds. */
  multipartBytes: 12 * 1024 * 1024,
  /** Forms beyond that, as boosted guilds allow them: read at the same time; more wait. */
  largeForms: 2,
  /** Parts of one form: ten files, and one field for each value. */
  multipartParts: 100,
  /** The head of one part: the longest names of a file need 3 KiB, and no sender writes more than five lines. */
  partHeadBytes: 8 * 1024,
  partHeadLines: 20,
  worldBytes: 64 * 1024 * 1024,
  /** For a world file that the program itself reads: just below the longest string of the engine. */
  worldFileBytes: 500 * 1024 * 1024,
  /** A message in a world is nested deeper than the request body that it came from. */
  worldDepth: 40,
  jsonDepth: 32,
  /** Faults in one error answer: a hostile body can have many more. */
  faults: 1000,
  pathSegmentLength: 2048,
  /** The whole head of a request. */
  headBytes: 16 * 1024,
  /** Open connections; further ones are closed without an answer. */
  connections: 10_000,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  /** How long an idle connection stays open: longer than most clients use theirs again, so that none is cut meanwhile. */
  keepAliveTimeoutMs: 75_000,
  /** How late the server may notice a time-out. */
  timeoutCheckMs: 5_000,
  /** How long a client that is still sending may read its answer before the connection is cut. */
  closeGraceMs: 500,
  /** How long requests in progress may take when the server stops: longer than the 3 s that an app has to answer. */
  drainMs: 5_000,
  /** The same when the server is only closed, as a server inside a test is. */
  stopMs: 2_000
} as const

/** `--strict` per body: fields, characters of each and of the header. Our choice: docs/choices.md "Command line". */
export const strict = { paths: 20, pathCharacters: 100, headerCharacters: 1024 } as const

/** Limits on deliveries and waits, in real milliseconds. Our choice: docs/choices.md "Interactions". */
export const delivery = {
  responseBytes: 1024 * 1024,
  realCapMs: 60_000,
  /** Deliveries in progress at once; more wait in a queue. */
  concurrent: 256,
  /** Deliveries to one application at once, so that an endpoint that hangs does not block other applications. */
  perApplication: 64,
  /** Deliveries in the queue; further ones fail at once. */
  waiting: 4_096,
  /** Payloads of all that run or wait. */
  bytes: 64 * 1024 * 1024,
  probeMs: 3_000,
  controlWaitMs: 10_000
} as const

/**
 * wire-rest.md §5.3 for access tokens and code verifiers. The other lifetimes (service clock), how many are kept (the
 * oldest go first) and the sizes of forms and parameters are our choice: docs/choices.md "OAuth2".
 */
export const oauth = {
  expiresInSeconds: 604_800,
  formBytes: 16 * 1024,
  codeMs: 10 * 60_000,
  consentMs: 15 * 60_000,
  /** How long a used refresh token is remembered, and how many of one application are. */
  spentMs: 30 * 86_400_000,
  spent: 10_000,
  signInMs: 7 * 86_400_000,
  kept: 10_000,
  verifierMin: 43,
  verifierMax: 128,
  parameterMax: 2_048,
  tokenLength: 30
} as const

/**
 * service.md "Lobby member", "Limits"; wire-rest.md §6.2, §6.3. Times in seconds or milliseconds of the service clock;
 * `metadataMax` counts the characters of all keys and values.
 */
export const lobby = {
  metadataMax: 1_000,
  membersPerRequest: 25,
  /** Members of one lobby. */
  members: 1_000,
  /** Lobbies of one user in one application. */
  lobbiesPerUser: 100,
  idleMinSeconds: 5,
  idleMaxSeconds: 604_800,
  idleDefaultSeconds: 300,
  additionalNameMax: 80,
  webhookUrlMax: 512,
  secretMax: 250,
  secretMs: 30 * 86_400_000,
  historyDefault: 50,
  historyMax: 200,
  historyMs: 72 * 60 * 60_000,
  moderationKeys: 5,
  /** The platform's documentation, also for the next two. */
  moderationKeyMax: 1_024,
  moderationValueMax: 2_000,
  /** Metadata of a message: keys, and characters of a key and of a value. */
  messageMetadataKeys: 25,
  messageMetadataMax: 1_024
} as const

/**
 * wire-rest.md §6.3: time to acknowledge a webhook event, and how long it is retried. `acknowledgeMs` is real time, the
 * others are milliseconds of the service clock. The first delay (each retry doubles it), the queue length per
 * application (further events are dropped) and the requests at once are our choice: docs/choices.md "Lobbies".
 */
export const webhookEvent = {
  acknowledgeMs: 3_000,
  giveUpMs: 10 * 60_000,
  firstRetryMs: 1_000,
  perApplication: 1_000,
  concurrent: 64
} as const

/** service.md "Limits"; decisions 26 to 28; wire-rest.md §4.3. */
export const rateLimit = {
  /** Requests of one application to all endpoints together, unless a world sets more. */
  perSecond: 50,
  globalWindowMs: 1_000,
  /** Commands created in one scope; the budget refills one by one over the day. */
  dailyCreates: 200,
  dayMs: 86_400_000,
  /** Answers with 401, 403 or 429 to one address before it is blocked. */
  invalidRequests: 10_000,
  invalidWindowMs: 600_000
} as const

/**
 * wire-interactions.md §3.3, §3.7, §3.10: the payload, the send limit, identifies, and guilds of a shard. Times are
 * real milliseconds. How long and how much of a session is kept for a resume, and the bounds of one connection and of
 * all together are our choice: docs/choices.md "Gateway".
 */
export const gateway = {
  /** From the answer 101 to HELLO: some clients begin to read frames only then. */
  helloMs: 10,
  heartbeatMs: 41_250,
  /** A connection without a heartbeat for this much longer is closed. Longer than the delay of a late heartbeat. */
  heartbeatGraceMs: 20_000,
  /** From HELLO to IDENTIFY or RESUME. */
  identifyMs: 60_000,
  payloadBytes: 4_096,
  sends: 120,
  sendsWindowMs: 60_000,
  identifyWindowMs: 5_000,
  /** Refused ones of one application that wait for the end of the window before they are told. */
  identifyWaiters: 100,
  maxConcurrency: 1,
  /** Used where limits are only observed. Our choice: docs/choices.md "Rate limits". */
  maxConcurrencyObserved: 16,
  identifiesPerDay: 1_000,
  guildsPerShard: 2_500,
  largeThresholdMin: 50,
  largeThresholdMax: 250,
  largeThresholdDefault: 50,
  shards: 1_024,
  resumeMs: 300_000,
  /** What other servers need to resume a session here, in real milliseconds; entries of one server, and their bytes. */
  journal: { keptMs: 480_000, entries: 50_000, bytes: 64 * 1024 * 1024, trimMs: 5_000 },
  /** Dispatches of one session that a resume can replay, and their bytes. */
  replay: 1_000,
  replayBytes: 4 * 1024 * 1024,
  /** Bytes that wait for a slow reader before its connection is closed. */
  backlogBytes: 16 * 1024 * 1024,
  /** Events that wait for a starting session: as many as the event log keeps. */
  opening: 10_000,
  /** Frames of one connection that wait for an earlier frame, in every mode of limits. */
  waiting: 1_000,
  /** How long the other side has to answer a close frame. */
  closeMs: 2_000,
  /** How late the server may notice a missed heartbeat. */
  sweepMs: 1_000,
  /** Log lines on logins that are refused for good: one per kind and window. Our choice: docs/choices.md "Gateway". */
  refusalLines: { windowMs: 1_000, perWindow: 5, keys: 100 },
  /** Guilds per shard that the platform recommends (its documentation). */
  guildsPerRecommendedShard: 1_000,
  sessions: 10_000,
  /** Bot sessions of one application, and as many client sessions of its users: more than it has shards. */
  sessionsPerApplication: 4_000,
  /** Client sessions of one user at one application. */
  sessionsPerUser: 100,
  /** Members in one answer to a request for members. */
  chunk: 1_000,
  requestedUsers: 100,
  nonceMax: 32
} as const

/**
 * How often a request that Backlot does not implement is reported, in real milliseconds: one event per operation and
 * `eventMs`, at most `eventsPerSecond` in all, and one log line per operation and application. `unknownRoutes`: lines
 * and events for paths that the platform lacks too. Our choice: docs/choices.md "Control plane".
 */
export const unserved = { eventMs: 1_000, eventsPerSecond: 20, logMs: 60_000, keys: 2_000, unknownRoutes: 10 } as const

/** Events of refused logins: one a second for each application and close code, and this many a second together. */
export const refusedLogins = { windowMs: 1_000, perWindow: 20, keys: 1_000 } as const

/** Characters of text that one process caches, by kind of cache. Our choice: docs/choices.md "Storage and time". */
export const ready = { values: 2 ** 20, localized: 2 ** 21, reads: 2 ** 24 } as const

/** Real time per request; places with remembered commands. Our choice: docs/choices.md "Picker and typing". */
export const userSession = { requestMs: 30_000, viewpoints: 1_000 } as const

/** `files` of one use: ten in each of a modal's five components. Our choice: docs/choices.md "Control plane". */
export const control = {
  useBytes: 32 * 1024 * 1024,
  files: 50,
  modalFields: 40,
  messagesDefault: 100,
  messagesMax: 1000,
  messageIds: 100
} as const

/** A recording: entries, bytes as JSON, and the newest open interactions. Our choice: docs/choices.md "Recording". */
export const recording = { entries: 10_000, bytes: 32 * 1024 * 1024, open: 100 } as const

/** Refused calls that are kept, and the length of each text. Our choice: docs/choices.md "Control plane". */
export const refusedCalls = { calls: 200, text: 500 } as const

/** 2090-01-01: later ids get 20 digits, which libraries refuse. Our choice: docs/choices.md "Storage and time". */
export const clock = { latestMs: 3_786_912_000_000 } as const
