// SPDX-License-Identifier: MIT
// The program as WebAssembly under node's WASI: wasm.mjs PROGRAM ARGUMENT... It reads and writes what node does.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// Node 20's short way from WebAssembly to its system calls fails when the collector runs in one.
setFlagsFromString('--no-turbo-fast-api-calls');

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: ['bastide', ...args], env: {}, preopens: { '/': '/' }, returnOnExit: true });
process.exitCode = wasi.start(new WebAssembly.Instance(new WebAssembly.Module(readFileSync(program)), wasi.getImportObject()));
