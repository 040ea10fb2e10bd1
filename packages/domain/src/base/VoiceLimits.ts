/**
 * Bounds of voice connections. Times are real milliseconds. Sources: the platform's documentation of voice connections for
 * the heartbeat and the size of IP discovery; the others are our choice: docs/choices.md "Voice".
 */
export const voice = {
  heartbeatMs: 41_250,
  /** A connection without a heartbeat for this much longer is closed. */
  heartbeatGraceMs: 20_000,
  /** From HELLO to IDENTIFY or RESUME. */
  identifyMs: 30_000,
  /** How long a session without a connection can be resumed. */
  resumeMs: 60_000,
  /** Messages of one session that a resume can replay, and their characters. */
  replay: 200,
  replayCharacters: 64 * 1024,
  /** Frames of one connection in a window. */
  sends: 500,
  sendsWindowMs: 60_000,
  /** Bytes that wait for a slow reader before its connection is closed. */
  backlogBytes: 256 * 1024,
  /** Open connections, and those of them that have no session yet; sessions, those to be resumed included; tokens that bots were told. */
  connections: 2_500,
  waiting: 500,
  sessions: 2_000,
  told: 10_000,
  /** Questions to other servers about tokens that are under way. */
  claims: 100,
  /** People that a new client is told of. */
  clients: 1_000,
  /** Characters of a session's id, of a token and of the address that a client says it has. */
  textMax: 200,
  /** A longer UDP packet is dropped: no sound needs one. */
  packetBytes: 1_500,
  /** UDP packets of one session in a second, and of all: a client sends 50 with sound. */
  packetsPerSecond: 300,
  packetsInAll: 50_000,
  /** Answers to packets of one session in a second, and of all: a client asks for its address once, and sends a keep-alive every few seconds. */
  answersPerSecond: 20,
  answersInAll: 2_000,
  discoveryBytes: 74,
  keepAliveBytes: 8,
  /** Lines of the log and events about refused logins. */
  refusals: { windowMs: 1_000, perWindow: 5, keys: 100 },
  sweepMs: 1_000
} as const
