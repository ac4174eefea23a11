// The page of the referee in the browser: a record that is edited, and what the program says of it.
(function () {
    function element(id) {
        return document.getElementById(id);
    }

    var editor = element('record'), verdict = element('verdict'), findings = element('findings'), report = element('report'), frame = element('replay');
    var bytes = new Uint8Array(0), view = 'replay', timer = null, files = [], edited = false, place = null, which = element('which');

    // Runs the program on the record, or on the file as it came. A file keeps its name in messages.
    function ask(args) {
        var name = files[which.value || 0].name;
        return bastide.run(args, bytes, name === '-' ? undefined : name);
    }

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
        var name = files[which.value || 0].name, line = ask(['check', '--no-context']).out.trim().split('\n').pop();
        return line.slice(line.indexOf(name) === 0 ? name.length : 0).replace(/^[^ ]*: /, '');
    }

    function judge() {
        var lines = ask(['check', '--format=json']).out.split('\n').filter(Boolean).map(function (line) { return JSON.parse(line); });
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
        var isPage = view === 'replay', isPlay = view === 'play';
        frame.hidden = !isPage;
        report.hidden = isPage || isPlay;
        element('play').hidden = !isPlay;
        document.querySelector('main').className = isPlay ? 'playing' : '';
        if (isPlay) {
            bastide.play();
            return;
        }
        var answer = ask(views[view]);
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
        which.value = index;
        var isRecord = new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === '%CRN';
        editor.value = isRecord ? new TextDecoder().decode(bytes) : ask(['fmt']).out;
        edited = false;
        bastide.forget();
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

    bastide.record = function () { return editor.value; };
    bastide.setRecord = function (text) {
        editor.value = text;
        edited = true;
        bytes = files[which.value || 0].bytes = new TextEncoder().encode(text);
        editor.scrollTop = editor.scrollHeight;
        judge();
    };

    editor.addEventListener('input', function () {
        bastide.forget();
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

    bastide.load().then(function () {
        element('tools').hidden = false;
        editor.disabled = false;
        take([{ name: 'japan-2015-final.crn', bytes: new TextEncoder().encode(editor.value) }]);
    }, function (why) {
        verdict.textContent = 'This browser cannot run it: ' + why;
        verdict.className = 'bad';
    });
})();
