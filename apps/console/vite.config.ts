import { join, relative } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { writeLicences } from "@backlot/licences/Licences"
import { endpoints } from "@backlot/protocol/control/Control"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

/** The method and path of every operation of the control plane, without the shapes of its contract. */
const routes = Object.fromEntries(Object.entries(endpoints).map(([name, { method, path }]) => [name, [method, path]]))

/** Writes each text file compressed beside itself: the server compresses nothing. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(?:js|css|html|svg|json|webmanifest)$/.test(file.fileName)) continue
        const bytes = Buffer.from(file.type === "chunk" ? file.code : file.source)
        this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source: gzipSync(bytes, { level: 9 }) })
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source: brotliCompressSync(bytes, { params }) })
      }
    }
  }
}

/** The licences of the libraries whose code is in the page. */
const licences: Plugin = {
  name: "licences",
  apply: "build",
  writeBundle({ dir = "dist" }, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
    const folder = process.cwd()
    const inputs = modules.filter((id) => id.startsWith("/")).map((id) => relative(folder, id.split("?")[0] ?? id))
    writeLicences([...new Set(inputs)], { folder, file: join(dir, "THIRD-PARTY-LICENSES") })
  }
}

const target = process.env["BACKLOT_URL"] ?? "http://127.0.0.1:6780"
/** The server refuses requests of foreign pages. */
const backlot = { target, changeOrigin: true, headers: { origin: target } }

export default defineConfig({
  // `vite` in this folder serves the page from its sources, beside a server at BACKLOT_URL.
  server: { host: "127.0.0.1", proxy: Object.fromEntries(["/control", "/attachments"].map((path) => [path, backlot])) },
  define: { CONTROL_ROUTES: JSON.stringify(routes) },
  plugins: [react(), compressed, licences],
  build: {
    target: "es2024",
    // A strict content security policy allows no inline script and no data URL of a script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000
  }
})
