// SPDX-License-Identifier: MIT
// Runs the program as WebAssembly under node's WASI: wasm.mjs PROGRAM ARGUMENT... The program reads and writes node's
// standard streams and files.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// Node 20 has a fast path from WebAssembly to system calls, which fails if the garbage collector runs during a call.
setFlagsFromString('--no-turbo-fast-api-calls');

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: ['bastide', ...args], env: {}, preopens: { '/': '/' }, returnOnExit: true });
process.exitCode = wasi.start(new WebAssembly.Instance(new WebAssembly.Module(readFileSync(program)), wasi.getImportObject()));
