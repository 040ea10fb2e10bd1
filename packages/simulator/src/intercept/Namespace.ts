/**
 * A network of its own for a program under test, where the platform's names are this service and nothing else is: for programs in
 * any language, on Linux. No root is needed where the system allows it.
 */
import { spawn } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { isIP } from "node:net"
import { join } from "node:path"
import { ASKED } from "@backlot/domain/base/PlatformHosts"
import { Effect } from "effect"
import * as Bridge from "./Bridge.ts"
import type { Environment } from "./Environment.ts"
import { PROGRAM } from "./NamespaceProgram.generated.ts"
import { NotIntercepted } from "./NotIntercepted.ts"
import { type Outside, portsOf } from "./Outside.ts"
import * as SecureFront from "./SecureFront.ts"
import { BUNDLES, type Trusting, trust } from "./Trust.ts"

export interface NamespaceOptions {
  readonly folder: string
  /** The port of the front. */
  readonly front: number
  readonly outside: ReadonlyArray<Outside>
  /** Further ports of this machine that are always there: those of the server. */
  readonly ports: ReadonlyArray<number>
  readonly environment: Environment
  readonly tell: (line: string) => void
}

/** What the inner side listens on, and the addresses of names. */
export interface InnerPlan {
  readonly fixed: ReadonlyArray<{ readonly host: string; readonly port: number; readonly target: string }>
  readonly names: Readonly<Record<string, string>>
}

/** Words in front of the command, and its variables. */
export const enter = Effect.fnUntraced(function* (options: NamespaceOptions & Pick<Trusting, "isForJava">) {
  const { folder, front, environment, isForJava } = options
  if (options.outside.some(({ host }) => host === "*"))
    return yield* new NotIntercepted({ message: "cannot be led by a namespace with --outside '*': name each host" })
  yield* Effect.promise(() => write(folder, options))
  const [prefix, secure] = yield* Effect.all([allowed(folder), SecureFront.open(front)], { concurrency: "unbounded" })
  const variables = yield* trust({ folder, authority: secure.authority, environment, isForJava })
  const plan = planOf(secure.port, options)
  yield* Effect.promise(() => writeFile(join(folder, "inner.json"), JSON.stringify(plan)))
  yield* Bridge.open(options)
  return { prefix, variables }
})

const LOOPBACK = "127.0.0.1"

/** Each host that is let through has an address: its own if it is one. */
const namesOf = (outside: ReadonlyArray<Outside>): InnerPlan["names"] =>
  Object.fromEntries(
    [...new Set(outside.map(({ host }) => host))].map((host, at) => [
      host,
      isIP(host) > 0 ? host : `127.77.0.${at + 1}`
    ])
  )

const addressesIn = (outside: ReadonlyArray<Outside>): ReadonlyArray<string> =>
  Object.keys(namesOf(outside)).filter((host) => isIP(host) > 0)

const planOf = (secure: number, { front, ports, outside }: NamespaceOptions): InnerPlan => {
  const names = namesOf(outside)
  return {
    names,
    fixed: [
      { host: LOOPBACK, port: 443, target: `${LOOPBACK} ${secure}` },
      { host: LOOPBACK, port: 80, target: `${LOOPBACK} ${front}` },
      ...[...new Set([front, ...ports])]
        .filter((port) => port !== 443 && port !== 80)
        .map((port) => ({ host: LOOPBACK, port, target: `${LOOPBACK} ${port}` })),
      ...outside.flatMap((one) =>
        portsOf(one).map((port) => ({ host: names[one.host] ?? LOOPBACK, port, target: `${one.host} ${port}` }))
      )
    ]
  }
}

const textOf = (file: string) => readFile(file, "utf8").catch(() => "")

const write = async (folder: string, { outside }: NamespaceOptions) => {
  const own = Object.entries(namesOf(outside)).flatMap(([name, address]) =>
    name === address ? [] : [`${address} ${name}`]
  )
  const files = {
    "inner.cjs": PROGRAM,
    "enter.sh": ENTER,
    "bundle.pem": "",
    addresses: addressesIn(outside)
      .map((address) => `${address}\n`)
      .join(""),
    hosts: [await textOf("/etc/hosts"), `${LOOPBACK} ${ASKED.join(" ")}`, ...own, ""].join("\n"),
    "resolv.conf": `nameserver ${LOOPBACK}\noptions timeout:2\n`,
    // A name service of the system may ask over a socket, which no namespace holds back.
    "nsswitch.conf": (await textOf("/etc/nsswitch.conf")).replace(/^hosts:.*$/m, "hosts: files dns")
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
}

/** Prepares what the program finds, waits for the inner side, then becomes the program. */
const ENTER = `set -e
folder=$1 node=$2
shift 2
over() { [ ! -e "$2" ] || mount --bind "$1" "$2"; }
over "$folder/hosts" /etc/hosts
over "$folder/resolv.conf" /etc/resolv.conf
over "$folder/nsswitch.conf" /etc/nsswitch.conf
for bundle in ${BUNDLES.join(" ")}; do over "$folder/bundle.pem" "$bundle"; done
ip link set lo up 2>/dev/null ||
  perl -e 'socket(S,2,2,0)&&ioctl(S,0x8914,pack("a16sx14","lo",0x49))||exit 1' 2>/dev/null ||
  python3 -c 'import fcntl,socket,struct;fcntl.ioctl(socket.socket(2,2),0x8914,struct.pack("16sh14x",b"lo",0x49))' 2>/dev/null ||
  busybox ip link set lo up 2>/dev/null ||
  { echo "none of ip, perl, python3 and busybox could start its loopback" >&2; exit 1; }
number=0
while read -r address; do
  number=$((number + 1))
  ip address add "$address" dev lo 2>/dev/null ||
    perl -e 'socket(S,2,2,0)&&ioctl(S,0x8916,pack("a16Sna4x8",$ARGV[0],2,0,pack("C4",split(/\\./,$ARGV[1]))))||exit 1' "lo:$number" "$address" 2>/dev/null ||
    python3 -c 'import fcntl,socket,struct,sys;fcntl.ioctl(socket.socket(2,2),0x8916,struct.pack("16sHH4s8x",sys.argv[1].encode(),2,0,socket.inet_aton(sys.argv[2])))' "lo:$number" "$address" 2>/dev/null ||
    { echo "the address $address cannot be had in it" >&2; exit 1; }
done <"$folder/addresses"
[ "$node" = - ] && exit
ready=$(env -u NODE_OPTIONS "$node" "$folder/inner.cjs" "$folder" 3>&1 >/dev/null 2>&1 &)
[ "$ready" = ready ] || { echo "backlot: the namespace is not ready" >&2; exit 125; }
exec "$@"
`

const MOUNTED = ["--mount", "--net"]

/** With all rights no other user is needed, and the program sees every file as it is. */
const WAYS = [...(process.getuid?.() === 0 ? [MOUNTED] : []), ["--user", "--map-root-user", ...MOUNTED]] as const

/** Tries each way; fails with what the system says. */
const allowed = Effect.fnUntraced(function* (folder: string) {
  let why = "this is no Linux"
  if (process.platform === "linux") {
    for (const way of WAYS) {
      const words = ["unshare", ...way, "/bin/sh", join(folder, "enter.sh"), folder]
      const tried = yield* Effect.promise(() => run([...words, "-"]))
      if (tried === undefined) return [...words, process.execPath, ...(yield* asBefore(way))]
      why = tried
    }
  }
  return yield* new NotIntercepted({ message: `cannot be led by a namespace: ${why}` })
})

/** The program is its own user again, where \`unshare\` knows how. */
const asBefore = Effect.fnUntraced(function* (way: ReadonlyArray<string>) {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  if (!way.includes("--user") || user === 0) return []
  const words = ["unshare", "--user", `--map-user=${user}`, `--map-group=${group}`]
  const outer = ["unshare", "--user", "--map-root-user", ...words, "true"]
  return (yield* Effect.promise(() => run(outer))) === undefined ? words : []
})

/** Undefined if it ended well; otherwise the last line of what it said. */
const run = ([program = "", ...args]: ReadonlyArray<string>): Promise<string | undefined> =>
  new Promise((done) => {
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], timeout: 5_000 })
    let said = ""
    child.stderr.on("data", (bytes: Buffer) => {
      if (said.length < 4_000) said += bytes.toString()
    })
    child.on("error", ({ message }) => done(message))
    child.on("close", (code) =>
      done(code === 0 ? undefined : said.trim().split("\n").at(-1) || `it ended with ${code}`)
    )
  })
