/** A setup file: the servers of the tests keep everything in PostgreSQL. */
import type {} from "@backlot/postgres/GlobalSetup"
import { onDatabase, startBy } from "@backlot/testkit/EmbeddedServer"
import { inject } from "vitest"

startBy(onDatabase(inject("postgresUrl")))
