// The referee in the browser. The program is WebAssembly; each call is a new instance, with its
// input on standard input. Nothing leaves the page.
'use strict';
(function () {
    // ---- The system that the program sees: arguments, standard input, output and error, a clock ----

    var BADF = 8, NOENT = 44, NOSYS = 52;

    function Exit(status) {
        this.status = status;
    }

    function system(args, input) {
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
                bytes(stat, 24).fill(0);
                return fd < 3 ? 0 : BADF;
            },
            fd_filestat_get: function (fd, stat) {
                bytes(stat, 64).fill(0);
                return fd < 3 ? 0 : BADF;
            },
            fd_prestat_get: function () { return BADF; },
            fd_read: function (fd, list, count, moved) {
                return fd !== 0 ? BADF : vectors(list, count, moved, function (buffer) {
                    var part = input.subarray(at, at + buffer.length);
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
            path_open: function () { return NOENT; },
            path_filestat_get: function () { return NOENT; },
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

    function run(args, input) {
        var made = system(args, input);
        return made.start(new WebAssembly.Instance(program, { wasi_snapshot_preview1: made.calls }));
    }

    function load() {
        var packed = Uint8Array.from(atob(document.getElementById('wasm').textContent.trim()), function (letter) { return letter.charCodeAt(0); });
        return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer().then(WebAssembly.compile);
    }

    // ---- The page ----

    function element(id) {
        return document.getElementById(id);
    }

    var editor = element('record'), verdict = element('verdict'), findings = element('findings'), report = element('report'), frame = element('replay');
    var bytes = new Uint8Array(0), view = 'replay', timer = null, files = [], edited = false, place = null, which = element('which');

    function make(tag, words, className) {
        var made = document.createElement(tag);
        made.textContent = words;
        if (className)
            made.className = className;
        return made;
    }

    // Selects a line of the record in the editor and scrolls to it.
    function toLine(line) {
        var lines = editor.value.split('\n'), from = lines.slice(0, line - 1).reduce(function (sum, each) { return sum + each.length + 1; }, 0);
        editor.focus();
        editor.setSelectionRange(from, from + (lines[line - 1] || '').length);
        editor.scrollTop = Math.max(0, editor.scrollHeight * (line - 4) / Math.max(1, lines.length));
    }

    // The verdict of one game: the last line of a check, without its place.
    function verdictOf() {
        return run(['check', '--no-context'], bytes).out.trim().split('\n').pop().replace(/^<stdin>[^ ]*: /, '');
    }

    function judge() {
        var lines = run(['check', '--format=json'], bytes).out.split('\n').filter(Boolean).map(function (line) { return JSON.parse(line); });
        var ends = lines.filter(function (each) { return each.event === 'end'; }), found = lines.filter(function (each) { return each.event === 'finding'; });
        var errors = found.filter(function (each) { return each.severity !== 'warning'; }).length;
        var legal = ends.filter(function (each) { return each.legal; }).length, valid = ends.filter(function (each) { return each.valid; }).length;
        findings.replaceChildren.apply(findings, found.slice(0, 200).map(function (each) {
            var item = document.createElement('li'), button = make('button', each.severity + ' ' + each.code + (each.line ? ', line ' + each.line : '') + ': ' + each.message, each.severity);
            button.type = 'button';
            button.addEventListener('click', function () { toLine(each.line || 1); });
            item.appendChild(button);
            return item;
        }));
        verdict.textContent = bytes.length === 0 ? 'Drop a record, a save or a log here.' : ends.length === 0 ? 'no game' : ends.length === 1 ?
            verdictOf() :
            ends.length + ' games, ' + legal + ' legal, ' + valid + ' valid';
        verdict.className = bytes.length === 0 ? '' : errors ? 'bad' : found.length ? 'mild' : 'good';
    }

    var views = {
        replay: ['replay'], audit: ['audit'], seats: ['audit', '--by=seat'], show: ['show'], json: ['audit', '--format=json', '--events=all']
    };

    function tell() {
        var isPage = view === 'replay';
        frame.hidden = !isPage;
        report.hidden = isPage;
        var answer = run(views[view], bytes);
        if (isPage)
            showPage(bytes.length ? answer.out : '');
        else
            report.textContent = answer.out + (answer.status === 2 ? answer.err : '');
    }

    // Shows the page of a game. After an edit it is opened at the place where the page before was:
    // pages report their place in messages, and go to the place of a message.
    function showPage(page) {
        var opened = edited ? place : null;
        frame.onload = function () {
            if (opened)
                frame.contentWindow.postMessage(opened, '*');
        };
        frame.srcdoc = page;
    }

    window.addEventListener('message', function (event) {
        if (event.source === frame.contentWindow)
            place = event.data;
    });

    function renew() {
        var began = performance.now();
        judge();
        tell();
        element('time').textContent = Math.round(performance.now() - began) + ' ms';
    }

    function later() {
        clearTimeout(timer);
        timer = setTimeout(renew, bytes.length > 1000000 ? 1500 : 150);
    }

    // Shows one of the files that were dropped or chosen: a record as it is, another format as fmt
    // prints it. The file is judged as it came until it is edited.
    function open(index) {
        bytes = files[index].bytes;
        var isRecord = new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === '%CRN';
        editor.value = isRecord ? new TextDecoder().decode(bytes) : run(['fmt'], bytes).out;
        edited = false;
        renew();
    }

    function take(chosen) {
        files = chosen;
        which.replaceChildren.apply(which, files.map(function (file, index) {
            var option = make('option', file.name);
            option.value = index;
            return option;
        }));
        which.hidden = files.length < 2;
        open(0);
    }

    function takeFiles(list) {
        Promise.all(Array.prototype.map.call(list, function (file) {
            return file.arrayBuffer().then(function (buffer) { return { name: file.name, bytes: new Uint8Array(buffer) }; });
        })).then(take);
    }

    editor.addEventListener('input', function () {
        edited = true;
        bytes = files[which.value || 0].bytes = new TextEncoder().encode(editor.value);
        later();
    });
    which.addEventListener('change', function () { open(Number(which.value)); });
    element('file').addEventListener('change', function (event) { takeFiles(event.target.files); });
    document.addEventListener('dragover', function (event) { event.preventDefault(); });
    document.addEventListener('drop', function (event) {
        event.preventDefault();
        if (event.dataTransfer.files.length)
            takeFiles(event.dataTransfer.files);
    });
    Array.prototype.forEach.call(document.querySelectorAll('[data-view]'), function (button) {
        button.addEventListener('click', function () {
            view = button.getAttribute('data-view');
            Array.prototype.forEach.call(document.querySelectorAll('[data-view]'), function (other) {
                other.setAttribute('aria-pressed', String(other === button));
            });
            tell();
        });
    });

    load().then(function (compiled) {
        program = compiled;
        element('tools').hidden = false;
        editor.disabled = false;
        take([{ name: 'record', bytes: new TextEncoder().encode(editor.value) }]);
    }, function (why) {
        verdict.textContent = 'This browser cannot run it: ' + why;
        verdict.className = 'bad';
    });
})();
