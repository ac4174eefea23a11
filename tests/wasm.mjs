// SPDX-License-Identifier: MIT
// The program as WebAssembly under node's WASI: wasm.mjs PROGRAM ARGUMENT... It reads and writes what node does.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: ['bastide', ...args], env: {}, preopens: { '/': '/' }, returnOnExit: true });
// What is not held the collector takes, in the midst of the program's run too.
globalThis.held = wasi;
process.exitCode = wasi.start(new WebAssembly.Instance(new WebAssembly.Module(readFileSync(program)), wasi.getImportObject()));
