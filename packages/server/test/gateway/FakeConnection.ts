import { Connection, type ConnectionInput } from "../../src/gateway/Connection.ts"

type Watched = Partial<Omit<ConnectionInput, "writer">> & { readonly writer?: Partial<ConnectionInput["writer"]> }

/** A connection without a socket. A test gives only the parts that it watches. */
export const fakeConnection = ({ writer, ...input }: Watched): Connection =>
  new Connection({
    writer: {
      write: () => {},
      compressPayloads: () => {},
      close: () => {},
      backlog: () => 0,
      end: () => {},
      ...writer
    },
    cut: () => {},
    version: 10,
    compression: "none",
    url: "ws://localhost/gateway",
    now: 0,
    later: () => {},
    ended: () => {},
    wrote: () => {},
    ...input
  })
