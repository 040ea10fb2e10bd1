/** The parts of docs/scale.md that have no numbers of ours. */

export const KEYS = `None of this is built. It says which keys allow a split, by the keys of the stored rows (\`usecases/store/Collections.ts\`) and the
paths of the API.

- **Guild.** Roles, members and installs of a guild have it in front of their key, and a gateway shard is already a function of it:
  \`(guild_id >> 22) % shard_count\`. Channels have only their id, messages only that of their channel, interactions and traces
  only that of the interaction: these would need the guild in front. A use happens in one guild, so its interaction, trace,
  message and events could stay in the guild's group. This splits the appends, the log, and the sessions of sharded bots. But a
  callback and a follow-up name the interaction or the application and a token, not the guild: the token would have to say it.
- **Application.** Commands and their permissions have the application in front of their key, and most paths begin with it. Commands
  are written seldom and read with each use, so each group could keep a copy that follows the owner's log. Lobbies have their
  own id, and tokens are found by their hash: both belong to one application, which their ids and texts do not say.
- **Neither.** Users, their installs, direct messages, rate limits of an application over all guilds, the service clock, and
  \`GET /control/v1/events\` with its single position. Direct messages could be split by channel. The clock would become a row that each group follows. A position in
  the event stream would become one position for each group.
- A transaction over two groups would need two-phase commit or a saga. Which of today's transactions would be such is not counted.`

export const OTHER_DATABASES = `A distributed database takes over the split of rows, and so the cores and the disk of PostgreSQL. It does not remove the two ceilings
above: the turn of appends is one lock of all, and every node still reads one log. The statements that Backlot uses, and what
the documentation says of them (looked up in stored copies in November 2026; nothing was run):

| used | where | Citus | CockroachDB | YugabyteDB |
|---|---|---|---|---|
| LISTEN, NOTIFY | a hint that the log has grown | its pages say nothing: PostgreSQL's, of one server [C1] | not there; the issue is open [R1] | since 2025.2.3, early access, off by default; a full queue ends the slowest listener [Y1] |
| advisory locks | counters, membership, first start | the same [C1] | the functions do nothing, or are missing [R2] | since 2.25.1, behind flags [Y2] |
| LOCK TABLE | turn of appends; a transaction that conflicts often | sent to all servers since 11 [C2] | a syntax error [R3] | the page of the statement names only ACCESS SHARE; other modes are a preview, behind a flag [Y2, Y3] |
| UNLOGGED tables | counters, gateway sessions | yes [C3] | accepted without an effect [R4] | refused; an issue asks to accept them without an effect [Y4] |
| SERIALIZABLE | every transaction | of each server; a transaction over several has no common snapshot [C4] | yes [R5] | yes, as a level of its own; not the default [Y5] |
| PL/pgSQL function with PERFORM and RETURN QUERY | counters | yes; also on workers, by \`create_distributed_function\` [C5] | the tracking issue lists both statements as open [R6] | not among the unsupported features [Y6] |

What follows:

- Citus runs Backlot as it is, if no table is distributed; then it is one PostgreSQL. To distribute \`kv\` it needs a column of the key to
  split by, and transactions that stay on one server.
- CockroachDB would need another way to hear of the log (polling, or its changefeeds), a row lock instead of LOCK TABLE and of advisory
  locks, and the counter function as one statement. Its advisory locks must be refused at the start, because they answer without
  locking.
- YugabyteDB would need its flags for advisory locks and notifications, and a row lock instead of LOCK TABLE.

None of them is supported or tested. A pooler in transaction mode between nodes and PostgreSQL does not work either: LISTEN and
session locks need their own connection (PgBouncer, "Features").

Sources, by the names of the pages:

- C1: Citus documentation, "SQL Support and Workarounds": an extension of PostgreSQL, whose other constructs stay those of the server.
- C2: citusdata/citus, issue 5794, "LOCK TABLE .. is not propagated to the metadata nodes", closed by pull request 5938.
- C3: citusdata/citus, pull request 1435, "Support unlogged tables".
- C4: citusdata/citus, pull request 6489, "Add a citus_use_snapshot function for basic distributed snapshot isolation".
- C5: Citus documentation, "Manual Query Propagation".
- R1: cockroachdb/cockroach, issue 41522, "sql: support NOTIFY, LISTEN, and UNLISTEN commands of postgresql".
- R2: cockroachdb/docs, pull request 18154, "Mention that we don't support Advisory Lock Functions".
- R3: cockroachdb/cockroach, issue 43654, "Regression of LOCK TABLE in v2019.2.2": it was never supported.
- R4: cockroachdb/cockroach, pull request 52596, "sql: allow CREATE UNLOGGED TABLE syntax".
- R5: CockroachDB glossary, "Serializable Isolation".
- R6: cockroachdb/cockroach, issue 117744, "plpgsql: tracking issue for unimplemented statements"; CockroachDB documentation 23.2, "Known
  limitations". Newer releases may have more.
- Y1: YugabyteDB documentation, "LISTEN, NOTIFY, and UNLISTEN".
- Y2: YugabyteDB documentation, "Explicit locking".
- Y3: YugabyteDB documentation, "LOCK"; yugabyte/yugabyte-db, release 2.25.2.0-b353.
- Y4: yugabyte/yugabyte-db, pull request 23906 and issue 24183, "Enable support for UNLOGGED syntax as no-op", a duplicate of 23895.
- Y5: YugabyteDB documentation, "Isolation levels".
- Y6: YugabyteDB documentation, "PostgreSQL compatibility".`
