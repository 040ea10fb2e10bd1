/** The file that makes CI play the scenarios. Source: docs/ci.md. */
import { join, posix, relative, sep } from "node:path"
import { type Fields, fieldsOf } from "@backlot/scenario/Fields"
import { parse, stringify } from "yaml"
import type { Project } from "./Project.ts"
import { type ProjectFiles, repositoryOf } from "./ProjectFiles.ts"

export type Ci = "github" | "gitlab" | "none"

/** By what the repository has. */
export const ciOf = (files: ProjectFiles): Ci => {
  const repository = repositoryOf(files)
  const remotes = repository.text(".git/config")
  if (repository.has(".github") || /github\.com/.test(remotes)) return "github"
  return repository.has(PIPELINE) || /gitlab/.test(remotes) ? "gitlab" : "none"
}

const WORKFLOW = ".github/workflows/backlot.yml"
const PIPELINE = ".gitlab-ci.yml"
/** Our job, beside a pipeline that is the project's own. */
const PART = "backlot/gitlab-ci.yml"

/** The CI files of the repository that play, as paths from the project; `include` is what its own pipeline lacks to play. */
export const ciThere = (files: ProjectFiles): { readonly paths: ReadonlyArray<string>; readonly include?: string } => {
  const [workflow, pipeline] = [fromRoot(files, WORKFLOW), fromRoot(files, PIPELINE)]
  const paths = [...(files.has(workflow) ? [workflow] : []), ...(plays(files) || files.has(PART) ? [pipeline] : [])]
  return plays(files) || !files.has(PART) ? { paths } : { paths, include: `include:\n  - local: ${partOf(files)}` }
}

const plays = (files: ProjectFiles): boolean => {
  const text = files.text(fromRoot(files, PIPELINE))
  return /\bbacklot(?:@\S+)? simulate\b/.test(text) || text.includes(partOf(files))
}

const fromRoot = (files: ProjectFiles, path: string): string =>
  join(relative(files.folder, repositoryOf(files).folder), path)

/** The folder of the project in its repository; empty at its root. */
const within = (files: ProjectFiles): string => relative(repositoryOf(files).folder, files.folder).split(sep).join("/")

/** GitLab reads it from the root of the repository. */
const partOf = (files: ProjectFiles): string => posix.join(within(files), PART)

/** A pipeline that has other jobs than ours is the project's own, and is never written over. */
const isOwnPipeline = (files: ProjectFiles): boolean => {
  const path = fromRoot(files, PIPELINE)
  return files.has(path) && Object.keys(fieldsIn(files.text(path))).join() !== JOB
}

const fieldsIn = (text: string): Fields => {
  try {
    return fieldsOf(parse(text))
  } catch {
    return {}
  }
}

/** A job is in the stage `test`, which a pipeline with stages of its own may not have. */
const stageIn = (files: ProjectFiles): object => {
  const { stages } = fieldsIn(files.text(fromRoot(files, PIPELINE)))
  return !Array.isArray(stages) || stages.includes("test") ? {} : { stage: String(stages[0]) }
}

const JOB = "backlot"

/** Path from the project, and text. None where the project's own pipeline plays already. */
export const ciFiles = (
  ci: Exclude<Ci, "none">,
  project: Project,
  files: ProjectFiles,
  version: string
): ReadonlyArray<readonly [path: string, text: string]> => {
  const play = `${playerOf(files, version)} simulate backlot --report junit=backlot.xml`
  const folder = within(files)
  if (ci === "github") return [[fromRoot(files, WORKFLOW), yaml(github(project, play, folder))]]
  const isOwn = isOwnPipeline(files)
  if (isOwn && plays(files) && !files.has(PART)) return []
  const runner = project.language === "go" ? RUNNER_OF_GO : ""
  const job = { ...(isOwn ? stageIn(files) : {}), ...gitlab(project, play, folder) }
  return [[isOwn ? PART : fromRoot(files, PIPELINE), `${runner}${yaml({ [JOB]: job })}`]]
}

/** docs/interception.md "A namespace". */
const RUNNER_OF_GO = `# Programs in Go are led in a namespace. A runner with Docker allows one with this in its config.toml, below [runners.docker]:
#   security_opt = ["seccomp:unconfined", "apparmor:unconfined"]
`

/** The package of the project, or one of the same version for the run. */
const playerOf = (files: ProjectFiles, version: string): string => {
  const { dependencies, devDependencies } = files.json("package.json")
  const isOwn = Object.hasOwn({ ...fieldsOf(dependencies), ...fieldsOf(devDependencies) }, "backlot")
  return isOwn ? "npx backlot" : `npx --yes backlot@${version}`
}

/** Ubuntu's profile refuses namespaces, by which programs in other languages than JavaScript are led. */
const NAMESPACES = "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"

const SETUPS: Readonly<Record<Project["language"], ReadonlyArray<object>>> = {
  node: [],
  python: [{ uses: "actions/setup-python@v5", with: { "python-version": "3.x" } }],
  go: [{ uses: "actions/setup-go@v5", with: { "go-version": "stable" } }],
  java: [{ uses: "actions/setup-java@v4", with: { distribution: "temurin", "java-version": "21" } }],
  rust: [],
  other: []
}

const github = ({ language, install }: Project, play: string, folder: string): object => ({
  name: "backlot",
  on: ["push", "pull_request"],
  permissions: { contents: "read" },
  jobs: {
    scenarios: {
      "runs-on": "ubuntu-latest",
      "timeout-minutes": 15,
      ...(folder === "" ? {} : { defaults: { run: { "working-directory": folder } } }),
      steps: [
        { uses: "actions/checkout@v4" },
        { uses: "actions/setup-node@v4", with: { "node-version": 24 } },
        ...SETUPS[language],
        ...install.map((run) => ({ run })),
        ...(language === "node" ? [] : [{ run: NAMESPACES }]),
        { run: play }
      ]
    }
  }
})

/** Debian's packages for the image, which has Node alone. */
const PACKAGES: Readonly<Record<Project["language"], string>> = {
  node: "",
  python: "python3-pip python3-venv",
  go: "golang",
  java: "default-jdk-headless",
  rust: "cargo",
  other: ""
}

/** Their compilers in the Debian of `node:24` are too old for the libraries of today. */
const COMPILED: ReadonlyArray<Project["language"]> = ["go", "java", "rust"]

const packagesOf = ({ language, install, command = "" }: Project): ReadonlyArray<string> => [
  ...PACKAGES[language].split(" ").filter((name) => name !== ""),
  // A project without a wrapper takes the tool from the system.
  ...[
    ["mvn ", "maven"],
    ["gradle ", "gradle"]
  ].flatMap(([tool = "", name = ""]) => ([...install, command].some((line) => line.startsWith(tool)) ? name : []))
]

const gitlab = (project: Project, play: string, folder: string): object => {
  const { language, install } = project
  const packages = packagesOf(project)
  return {
    image: COMPILED.includes(language) ? "node:24-trixie" : "node:24",
    // Debian's pip refuses to install beside Debian's packages.
    ...(language === "python" ? { variables: { PIP_BREAK_SYSTEM_PACKAGES: "1" } } : {}),
    script: [
      ...(packages.length === 0 ? [] : [`apt-get update && apt-get install -y ${packages.join(" ")}`]),
      ...(folder === "" ? [] : [`cd '${folder.replaceAll("'", "'\\''")}'`]),
      ...install,
      play
    ],
    artifacts: { when: "always", reports: { junit: posix.join(folder, "backlot.xml") } }
  }
}

const yaml = (value: object): string => stringify(value, { lineWidth: 0 })
