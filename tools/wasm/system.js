// The program in the browser. It is WebAssembly; each call is a new instance. Its input is standard
// input, or the only file of a folder. Nothing leaves the page.
'use strict';
var bastide = {};
(function () {
    // ---- The system that the program sees: arguments, the standard streams, a folder, a clock ----

    var BADF = 8, NOENT = 44, NOSYS = 52;
    var FOLDER = 3, FILE = 4; // descriptors
    var IS_FOLDER = 3, IS_FILE = 4; // types of files

    function Exit(status) {
        this.status = status;
    }

    // `name` is the name of the input file; without it the input is standard input.
    function system(args, input, name) {
        var source = name ? FILE : 0;
        var memory = null, at = 0, out = [[], [], []], words = ['bastide'].concat(args).map(function (word) { return new TextEncoder().encode(word + '\0'); });
        function view() {
            return new DataView(memory.buffer);
        }
        function bytes(from, count) {
            return new Uint8Array(memory.buffer, from, count);
        }
        // Calls `each` with the buffers of a list, one after the other, until one is not used
        // whole. Writes the number of bytes that were moved at `moved`.
        function vectors(list, count, moved, each) {
            var sum = 0;
            for (var i = 0; i < count; i++) {
                var length = view().getUint32(list + 8 * i + 4, true), done = each(bytes(view().getUint32(list + 8 * i, true), length));
                sum += done;
                if (done < length)
                    break;
            }
            view().setUint32(moved, sum, true);
            return 0;
        }
        function known(fd) {
            return fd < FOLDER || (name && fd <= FILE) ? 0 : BADF;
        }
        function typeOf(fd) {
            return fd === FOLDER ? IS_FOLDER : fd === FILE ? IS_FILE : 0;
        }
        function writeFilestat(fd, stat) {
            bytes(stat, 64).fill(0);
            bytes(stat + 16, 1)[0] = typeOf(fd);
            view().setBigUint64(stat + 32, BigInt(fd === FILE ? input.length : 0), true);
        }
        function isNamed(path, length) {
            return Boolean(name) && new TextDecoder().decode(bytes(path, length)) === name;
        }
        var calls = {
            args_sizes_get: function (count, size) {
                view().setUint32(count, words.length, true);
                view().setUint32(size, words.reduce(function (sum, word) { return sum + word.length; }, 0), true);
                return 0;
            },
            args_get: function (list, text) {
                words.forEach(function (word, i) {
                    view().setUint32(list + 4 * i, text, true);
                    bytes(text, word.length).set(word);
                    text += word.length;
                });
                return 0;
            },
            environ_sizes_get: function (count, size) {
                view().setUint32(count, 0, true);
                view().setUint32(size, 0, true);
                return 0;
            },
            environ_get: function () { return 0; },
            clock_time_get: function (id, precision, time) {
                view().setBigUint64(time, BigInt(Date.now()) * 1000000n, true);
                return 0;
            },
            fd_close: function () { return 0; },
            fd_fdstat_get: function (fd, stat) {
                bytes(stat, 8).fill(0);
                bytes(stat + 8, 16).fill(255); // all rights
                bytes(stat, 1)[0] = typeOf(fd);
                return known(fd);
            },
            fd_filestat_get: function (fd, stat) {
                writeFilestat(fd, stat);
                return known(fd);
            },
            fd_prestat_get: function (fd, stat) {
                bytes(stat, 8).fill(0);
                view().setUint32(stat + 4, 1, true);
                return name && fd === FOLDER ? 0 : BADF;
            },
            fd_prestat_dir_name: function (fd, path) {
                bytes(path, 1)[0] = '.'.charCodeAt(0);
                return 0;
            },
            fd_seek: function (fd, offset, whence, moved) {
                at = Number(offset) + [0, at, input.length][whence];
                view().setBigUint64(moved, BigInt(at), true);
                return fd === FILE ? 0 : BADF;
            },
            fd_read: function (fd, list, count, moved) {
                return fd !== 0 && fd !== source ? BADF : vectors(list, count, moved, function (buffer) {
                    var part = fd !== source ? input.subarray(0, 0) : input.subarray(at, at + buffer.length);
                    buffer.set(part);
                    at += part.length;
                    return part.length;
                });
            },
            fd_write: function (fd, list, count, moved) {
                return fd !== 1 && fd !== 2 ? BADF : vectors(list, count, moved, function (buffer) {
                    out[fd].push(buffer.slice());
                    return buffer.length;
                });
            },
            path_open: function (folder, lookupFlags, path, length, openFlags, rights, rightsInheriting, flags, fd) {
                view().setUint32(fd, FILE, true);
                at = 0;
                return isNamed(path, length) ? 0 : NOENT;
            },
            path_filestat_get: function (folder, lookupFlags, path, length, stat) {
                writeFilestat(FILE, stat);
                return isNamed(path, length) ? 0 : NOENT;
            },
            proc_exit: function (status) { throw new Exit(status); }
        };
        return {
            calls: new Proxy(calls, { get: function (known, name) { return known[name] || function () { return NOSYS; }; } }),
            start: function (instance) {
                memory = instance.exports.memory;
                var status = 0;
                try {
                    instance.exports._start();
                } catch (thrown) {
                    if (!(thrown instanceof Exit))
                        throw thrown;
                    status = thrown.status;
                }
                return { status: status, out: text(out[1]), err: text(out[2]) };
            }
        };
    }

    function text(parts) {
        var all = new Uint8Array(parts.reduce(function (sum, part) { return sum + part.length; }, 0)), to = 0;
        parts.forEach(function (part) {
            all.set(part, to);
            to += part.length;
        });
        return new TextDecoder().decode(all);
    }

    var program = null;

    function run(args, input, name) {
        var made = system(name ? args.concat('--', name) : args, input, name);
        return made.start(new WebAssembly.Instance(program, { wasi_snapshot_preview1: made.calls }));
    }

    function load() {
        var packed = Uint8Array.from(atob(document.getElementById('wasm').textContent.trim()), function (letter) { return letter.charCodeAt(0); });
        return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer().then(WebAssembly.compile);
    }

    // Runs the program with arguments and input; with a name, the input is a file of this name.
    // Returns its exit status, output and errors.
    bastide.run = run;
    bastide.load = function () {
        return load().then(function (compiled) { program = compiled; });
    };
})();
