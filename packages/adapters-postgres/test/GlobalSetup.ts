import startServer from "@backlot/postgres/GlobalSetup"

/** Once for all test files of a run. */
export default startServer
