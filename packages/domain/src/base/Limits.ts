/** Every limit of the service, once. Sources: service.md "Limits"; others as noted. */

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
  /** Ours: so many elements of a list of integers are judged, more than any valid one has. */
  integers: 25,
  /** 2^54 - 1, wire-rest.md §1.3. */
  permissionsMax: 18_014_398_509_481_983n
} as const

/** wire-rest.md §5.6; `participantsMax` is ours. Lengths in code points. */
export const application = {
  nameMax: 32,
  descriptionMax: 400,
  urlMax: 2048,
  tags: 5,
  tagMax: 20,
  participantsMin: -1,
  participantsMax: 2 ** 31 - 1
} as const

/**
 * Guilds and what they hold: the official OpenAPI document, `CreateRoleRequest`, `CreateGuildChannelRequest`, and the
 * pages of lists; `bitrateMax` is that of the highest tier, `userLimitMax` that of a stage, `timeoutMaxMs` is 28 days.
 */
export const guild = {
  nameMin: 2,
  nameMax: 100,
  colorMax: 0xffffff,
  slowmodeMaxSeconds: 21_600,
  /** Of text channels; those of other kinds are longer. */
  topicMax: 1_024,
  bitrateMin: 8_000,
  bitrateMax: 384_000,
  userLimitMax: 10_000,
  timeoutMaxMs: 28 * 24 * 60 * 60_000,
  /** Members of one page of a list or a search. */
  membersPage: 1_000,
  /** Guilds of one page of `/users/@me/guilds`. */
  guildsPage: 200,
  roles: 250,
  channels: 500,
  /** Elements of one list of positions. */
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
  /** Of all text displays together. */
  displayableText: 4000,
  attachments: 10,
  /** The platform's official OpenAPI document, `MessageCreateRequest`. */
  nonceMax: 25,
  stickers: 3,
  /** Ours: how long, in milliseconds of the service clock, and how far back a nonce is remembered. */
  nonceMs: 5 * 60_000,
  nonceMessages: 100
} as const

/** The platform's documentation: messages of one list; those deleted at once, not older than two weeks; pins. */
export const channelMessages = {
  listDefault: 50,
  listMax: 100,
  deleteMin: 2,
  deleteMax: 100,
  deleteAgeMs: 14 * 86_400_000,
  pins: 250,
  pinsListMax: 50,
  /** Ours: messages that one look passes over because they are for one reader alone. */
  scan: 1_000
} as const

/** The platform's documentation: kinds of emoji on one message, and users of one list. */
export const reaction = { emojis: 20, listDefault: 25, listMax: 100 } as const

/**
 * The platform's official OpenAPI document, `MessageAttachmentRequest`; `filenameMax` is ours, and so is how much of a
 * picture is read for its measures, which stand near its beginning.
 */
export const attachment = { filenameMax: 255, textMax: 1024, waveformMax: 400, pictureBytes: 256 * 1024 } as const

/** The platform's official OpenAPI document, `PollCreateRequest`; its documentation for texts of answers. */
export const poll = {
  questionMax: 300,
  answers: 10,
  answerMax: 55,
  emojiNameMax: 32,
  hoursMax: 768,
  hoursDefault: 24
} as const

/**
 * The platform's official OpenAPI document, `*ComponentForMessageRequest` and `*ComponentForModalRequest`; `idMax` is
 * that of an int32. Lengths in code points.
 */
export const component = {
  idMax: 2 ** 31 - 1,
  perRow: 5,
  perSection: 3,
  galleryItems: 10,
  mediaUrlMax: 2048,
  mediaTextMax: 1024,
  displayMax: 4000,
  colorMax: 0xffffff,
  /** Of the label around a component of a modal. */
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

/** Ours: bounds on what HTTP may bring, where the platform shows none. */
export const http = {
  bodyBytes: 2 * 1024 * 1024,
  /** A message with its files. */
  multipartBytes: 12 * 1024 * 1024,
  /** Of one form: ten files, and a field for each value. */
  multipartParts: 100,
  worldBytes: 64 * 1024 * 1024,
  /** Of a world file that the program itself reads: nearly what one text can hold. */
  worldFileBytes: 500 * 1024 * 1024,
  /** A message in a world stands deeper than the body it came from. */
  worldDepth: 40,
  jsonDepth: 32,
  /** In one error answer: a hostile body can hold many more. */
  faults: 1000,
  pathSegmentLength: 2048,
  /** Of a request's head, as one. */
  headBytes: 16 * 1024,
  /** Open at once; further ones are closed unanswered. */
  connections: 10_000,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  /** How late a time-out may be noticed. */
  timeoutCheckMs: 5_000,
  /** For a client to read its answer before a connection is cut that it still sends on. */
  closeGraceMs: 500,
  /** For what is under way when the server is told to stop: longer than the 3 s that an app has to answer. */
  drainMs: 5_000,
  /** For the same when the server is only closed, as one inside a test is. */
  stopMs: 2_000
} as const

/** Ours: what `--strict` tells of one body: fields, characters of each, and of the header as a whole. */
export const strict = { paths: 20, pathCharacters: 100, headerCharacters: 1024 } as const

/** Ours: bounds on deliveries and waits, in real milliseconds. */
export const delivery = {
  responseBytes: 1024 * 1024,
  /** Of an answer with files. */
  multipartBytes: 12 * 1024 * 1024,
  realCapMs: 60_000,
  /** Deliveries under way at once; more wait their turn. */
  concurrent: 256,
  /** Of them to one application, so that an endpoint that hangs holds up nobody else. */
  perApplication: 64,
  /** Deliveries that wait; more fail at once. */
  waiting: 4_096,
  probeMs: 3_000,
  controlWaitMs: 10_000
} as const

/**
 * wire-rest.md §5.3: lifetime of an access token, and the length of a code verifier. Ours: the lifetimes of a code, of a
 * page of consent and of a sign-in, on the service clock; how many of each are kept, the oldest going first; bytes of a
 * form, characters of one parameter.
 */
export const oauth = {
  expiresInSeconds: 604_800,
  formBytes: 16 * 1024,
  codeMs: 10 * 60_000,
  consentMs: 15 * 60_000,
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
  /** Of one lobby. */
  members: 1_000,
  /** Of one user in one application. */
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
  /** The platform's documentation, as are the two below. */
  moderationKeyMax: 1_024,
  moderationValueMax: 2_000,
  /** Of a message: of a key, and of a value. */
  messageMetadataKeys: 25,
  messageMetadataMax: 1_024,
  /** Ours. */
  inviteCodeLength: 10
} as const

/**
 * wire-rest.md §6.3: time to acknowledge a webhook event, and how long it is tried. The rest is ours: the first wait,
 * which doubles with each; events of one application that wait, whose further ones are dropped; requests at once.
 * `acknowledgeMs` is real time, the others are milliseconds of the service clock.
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
  /** Requests of one application to all endpoints together, unless a world raises it. */
  perSecond: 50,
  globalWindowMs: 1_000,
  /** Commands created in one scope; they come back one by one over the day. */
  dailyCreates: 200,
  dayMs: 86_400_000,
  /** Answers of 401, 403 or 429 to one address before it is blocked. */
  invalidRequests: 10_000,
  invalidWindowMs: 600_000
} as const

/**
 * wire-interactions.md §3.3, §3.7, §3.10: the payload, the send limit, identifies and guilds of a shard; times are real
 * milliseconds. The rest is ours: how long and how much of a session is kept for a resume, and what one connection and
 * all together may take.
 */
export const gateway = {
  heartbeatMs: 41_250,
  /** Without a heartbeat for so long a connection is closed: longer than a beat that comes late. */
  heartbeatGraceMs: 20_000,
  /** From hello to identify or resume. */
  identifyMs: 60_000,
  payloadBytes: 4_096,
  sends: 120,
  sendsWindowMs: 60_000,
  identifyWindowMs: 5_000,
  maxConcurrency: 1,
  /** Ours: where limits do not refuse. */
  maxConcurrencyObserved: 16,
  identifiesPerDay: 1_000,
  guildsPerShard: 2_500,
  largeThresholdMin: 50,
  largeThresholdMax: 250,
  largeThresholdDefault: 50,
  shards: 1_024,
  resumeMs: 300_000,
  /** Dispatches of one session that a resume can have again, and their bytes. */
  replay: 1_000,
  replayBytes: 4 * 1024 * 1024,
  /** Bytes that wait for a slow reader before its connection is closed. */
  backlogBytes: 16 * 1024 * 1024,
  /** Events that wait for a session which begins: as many as the event log keeps. */
  opening: 10_000,
  /** Frames of one connection that wait while an earlier one takes its time, whatever the mode of limits. */
  waiting: 1_000,
  /** For the other side to answer a close frame. */
  closeMs: 2_000,
  /** How late a missed heartbeat may be noticed. */
  sweepMs: 1_000,
  /** Lines of the log on logins that were refused for good (ours): one of each kind in so many milliseconds. */
  refusalsTold: { windowMs: 1_000, perWindow: 5, keys: 100 },
  /** Guilds for each shard that a bot is recommended to have (the platform's documentation). */
  guildsPerRecommendedShard: 1_000,
  sessions: 10_000,
  /** Of one answer to a request for members. */
  chunk: 1_000,
  requestedUsers: 100,
  nonceMax: 32
} as const

/** Ours: the event log keeps this many entries; a stream of events buffers as many. */
export const events = { logLength: 10_000, streamBuffer: 1_000 } as const

/**
 * Ours: how often a request is told of that nothing here answers, in real milliseconds: an event for each operation, at
 * most so many of them a second over all, and a line of the log for each operation and application. `unknownRoutes`: of
 * paths that not even the platform has, so many lines in `logMs`, and events in `eventMs`.
 */
export const unserved = { eventMs: 1_000, eventsPerSecond: 20, logMs: 60_000, keys: 2_000, unknownRoutes: 10 } as const

/** Ours: bounds of an interaction's trace: lines kept, and characters of each body that a line shows. */
export const trace = { lines: 1_000, bodyCharacters: 4_096 } as const

/**
 * Ours: what is kept of things that grow with use. Beyond the bound the oldest go: interactions that have ended, with
 * their traces and uploads; uploads by their total size; messages of one channel; issued tokens of one application.
 * `perUse` is how many one use looks at, or takes away at most, so that no use pays for many.
 */
export const retention = {
  interactions: 10_000,
  uploadCharacters: 256 * 1024 * 1024,
  messagesPerChannel: 10_000,
  tokensPerApplication: 10_000,
  perUse: 4
} as const

/**
 * Ours: characters of text that one process keeps ready, so that it is not read or made again: values of each hot
 * collection, localized commands of lists, and answers of unchanged lists.
 */
export const ready = { values: 2 ** 20, localized: 2 ** 21, reads: 2 ** 24 } as const

/** Ours: bounds of a user's session: real time for one request, and places of users whose commands are remembered. */
export const userSession = { requestMs: 30_000, viewpoints: 1_000 } as const

/** Ours: bounds of the control plane. `files` are those of one use: ten in each of a modal's five components. */
export const control = {
  useBytes: 32 * 1024 * 1024,
  files: 50,
  modalFields: 40,
  messagesDefault: 100,
  messagesMax: 1000
} as const

/**
 * Ours: bounds of a recording: acts, bytes of them as JSON, and how many interactions that are not settled are looked
 * after, the newest ones.
 */
export const recording = { entries: 10_000, bytes: 32 * 1024 * 1024, open: 100 } as const

/**
 * Ours: 2090-01-01, in milliseconds since the Unix epoch. Later in that year snowflakes get 20 digits, which libraries
 * do not take (wire-rest.md §0, 5).
 */
export const clock = { latestMs: 3_786_912_000_000 } as const
