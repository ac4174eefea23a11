// What a page of recorded games does: one game at a time, one turn of it at a time. Nothing is made anew from data: what is in the page
// is shown or hidden, numbers are put where numbers stand.
'use strict';
(function () {
    function all(root, selector) {
        return Array.prototype.slice.call(root.querySelectorAll(selector));
    }

    function number(element, name) {
        var text = element.getAttribute(name);
        return text === null ? Infinity : Number(text);
    }

    // Games, and the one that is shown.
    var games = all(document, '.game').map(function (root, index) {
        var game = {
            root: root, index: index, at: -1, lit: null, chances: false,
            svg: root.querySelector('.board svg'), box: root.querySelector('.board svg').getAttribute('viewBox').split(' ').map(Number),
            view: null, pointers: {},
            turns: all(root, '.turn'),
            things: all(root, '[data-from]').map(function (element) {
                return { element: element, from: number(element, 'data-from'), to: number(element, 'data-to') };
            }),
            scores: all(root, '.score'),
            slider: root.querySelector('input[type=range]'),
            status: root.querySelector('.status'),
            now: root.querySelector('.now'),
            play: root.querySelector('[data-do=play]'),
            speed: root.querySelector('select'),
            findings: all(root, '.findings [data-stage]').map(function (element) { return number(element, 'data-stage'); })
        };
        root.querySelector('.controls').hidden = false;
        return game;
    });
    var shown = null, timer = null, place = null, changes = [], later = null;

    // Draws the outlines of segments, "12.3 13.0", over the tiles on which they are.
    function lightFeature(game, segments) {
        segments.split(' ').forEach(function (each) {
            var parts = each.split('.'), edge = document.getElementById(game.root.id + 't' + parts[0]);
            var tile = edge.parentNode.querySelector('use'), symbol = tile && document.querySelector(tile.getAttribute('xlink:href'));
            var outline = symbol && symbol.querySelector('[data-segment="' + parts[1] + '"]');
            if (!outline)
                return;
            var group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
            group.setAttribute('class', 'feature');
            group.setAttribute('transform', tile.getAttribute('transform'));
            group.appendChild(outline.cloneNode(false));
            edge.parentNode.insertBefore(group, edge);
        });
    }

    function light(game, award) {
        if (game.lit) {
            game.lit.setAttribute('aria-pressed', 'false');
            all(game.root, '.lit').forEach(function (tile) { tile.classList.remove('lit'); });
            all(game.svg, '.feature').forEach(function (part) { part.remove(); });
        }
        game.lit = award === game.lit ? null : award;
        if (!game.lit)
            return;
        award.setAttribute('aria-pressed', 'true');
        if (award.hasAttribute('data-segments')) {
            lightFeature(game, award.getAttribute('data-segments'));
            return;
        }
        award.getAttribute('data-tiles').split(' ').forEach(function (tile) {
            document.getElementById(game.root.id + 't' + tile).classList.add('lit');
        });
    }

    function stageOf(game, at) {
        return Number(game.turns[at].getAttribute('data-stage'));
    }

    // Shows the table and the scores as they were after a turn, the index of one.
    function show(game, at) {
        at = Math.max(0, Math.min(game.turns.length - 1, at));
        if (at !== game.at)
            turnTo(game, at);
        place = '#' + (games.length > 1 ? game.index + 1 + '.' : '') + game.turns[at].getAttribute('data-name');
        address();
    }

    // A browser takes no more than some hundred changes of the address in half a minute: what comes too fast waits until nothing comes.
    function address() {
        var now = Date.now();
        clearTimeout(later);
        changes = changes.filter(function (time) { return now - time < 30000; });
        // Within another page there is no address of its own: that page is told.
        if (location.protocol === 'about:') {
            parent.postMessage(place, '*');
            return;
        }
        if (location.hash === place)
            return;
        if (changes.length < 180) {
            changes.push(now);
            location.replace(place);
        } else {
            later = setTimeout(function () { location.replace(place); }, 500);
        }
    }

    function turnTo(game, at) {
        light(game, null);
        game.at = at;
        var stage = stageOf(game, at);
        game.things.forEach(function (thing) {
            thing.element.classList.toggle('off', !(thing.from <= stage && stage < thing.to));
        });
        game.turns.forEach(function (section, index) { section.hidden = index !== at; });
        var scores = game.turns[at].getAttribute('data-scores').split(' ');
        game.scores.forEach(function (cell, seat) { cell.textContent = scores[seat]; });
        var words = game.turns[at].querySelector('h2').textContent;
        game.slider.value = at;
        game.slider.setAttribute('aria-valuetext', words);
        game.status.textContent = words;
        game.now.setAttribute('x1', at);
        game.now.setAttribute('x2', at);
        if (game.placements) {
            forgetPlacements(game);
            look(game, whole(game));
        }
        writeChances(game);
    }

    // Makes an element of a picture.
    function make(name, attributes, text) {
        var element = document.createElementNS('http://www.w3.org/2000/svg', name);
        Object.keys(attributes).forEach(function (key) { element.setAttribute(key, attributes[key]); });
        element.textContent = text || '';
        return element;
    }

    // Writes on each free cell beside the table how likely it is that a tile that is drawn fits there.
    function writeChances(game) {
        all(game.svg, '.chances').forEach(function (group) { group.remove(); });
        var study = game.turns[game.at].querySelector('[data-cells]');
        game.root.querySelector('[data-do=chances]').setAttribute('aria-pressed', String(game.chances));
        if (!game.chances || !study)
            return;
        var group = make('g', { class: 'chances' }), next = number(study, 'data-next');
        study.getAttribute('data-cells').split(' ').forEach(function (each) {
            var parts = each.split(/[,:]/).map(Number), fit = parts[parts.length - 1];
            group.appendChild(make('text', { x: 1000 * parts[0] + 500, y: 1000 * parts[1] + 600, class: parts[2] ? 'chance' : 'chance never' },
                parts[2] ? (fit && Math.max(1, Math.round(100 * fit / next))) + ' %' : '\u00d7'));
        });
        game.svg.appendChild(group);
    }

    // Draws the tile of the turn wherever it could have been laid, with its possible orientations.
    function drawPlacements(game, button) {
        var again = game.placements === button, cells = {};
        forgetPlacements(game);
        if (again) {
            look(game, whole(game));
            return;
        }
        game.placements = button;
        button.setAttribute('aria-pressed', 'true');
        button.getAttribute('data-placements').split(' ').forEach(function (each) {
            var cell = each.slice(0, -1);
            cells[cell] = (cells[cell] || '') + each.slice(-1);
        });
        var group = make('g', { class: 'placements' });
        Object.keys(cells).forEach(function (cell) {
            var at = cell.split(',').map(Number), x = 1000 * at[0], y = 1000 * at[1], symbol = '#' + button.getAttribute('data-symbol');
            group.appendChild(make('use', { href: symbol, transform: 'translate(' + x + ' ' + y + ')rotate(' + 90 * 'NESW'.indexOf(cells[cell][0]) + ' 500 500)' }));
            group.appendChild(make('text', { x: x + 500, y: y + 930, class: 'placement' }, cells[cell].split('').join(' ')));
        });
        game.svg.appendChild(group);
        look(game, whole(game));
    }

    function forgetPlacements(game) {
        all(game.svg, '.placements').forEach(function (group) { group.remove(); });
        if (game.placements)
            game.placements.setAttribute('aria-pressed', 'false');
        game.placements = null;
    }

    // ---- Zoom: the part of the table that is shown ----

    function whole(game) {
        var more = game.chances || game.placements ? 1400 : 0;
        return { x: game.box[0] - more / 2, y: game.box[1] - more / 2, width: game.box[2] + more, height: game.box[3] + more };
    }

    function look(game, view) {
        var most = whole(game), least = 1200;
        view.width = Math.max(least, Math.min(most.width, view.width));
        view.height = view.width * most.height / most.width;
        view.x = Math.max(most.x, Math.min(most.x + most.width - view.width, view.x));
        view.y = Math.max(most.y, Math.min(most.y + most.height - view.height, view.y));
        game.view = view;
        game.svg.setAttribute('viewBox', [view.x, view.y, view.width, view.height].join(' '));
        game.svg.classList.toggle('zoomed', view.width < most.width);
    }

    // Returns the point of the table under a point of the window.
    function pointAt(game, x, y) {
        return new DOMPoint(x, y).matrixTransform(game.svg.getScreenCTM().inverse());
    }

    // Makes the table larger or smaller; the point of the table under x, y of the window stays there.
    function zoom(game, factor, x, y) {
        var frame = game.svg.getBoundingClientRect();
        var fixed = pointAt(game, x === undefined ? frame.left + frame.width / 2 : x, y === undefined ? frame.top + frame.height / 2 : y), view = game.view;
        look(game, { x: fixed.x - (fixed.x - view.x) / factor, y: fixed.y - (fixed.y - view.y) / factor, width: view.width / factor });
    }

    function pan(game, x, y) {
        look(game, { x: game.view.x + x, y: game.view.y + y, width: game.view.width });
    }

    // One pointer moves a table that was made larger; two pointers make it larger or smaller.
    function watchPointers(game) {
        function list() {
            return Object.keys(game.pointers).map(function (id) { return game.pointers[id]; });
        }
        function distance(pair) {
            return Math.hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y);
        }
        game.svg.addEventListener('pointerdown', function (event) {
            game.pointers[event.pointerId] = { x: event.clientX, y: event.clientY };
            game.svg.setPointerCapture(event.pointerId);
        });
        game.svg.addEventListener('pointermove', function (event) {
            var pointer = game.pointers[event.pointerId], before = list();
            if (!pointer)
                return;
            var apart = before.length === 2 ? distance(before) : 0, from = pointAt(game, pointer.x, pointer.y);
            pointer.x = event.clientX;
            pointer.y = event.clientY;
            var to = pointAt(game, pointer.x, pointer.y), now = list();
            if (apart)
                zoom(game, distance(now) / apart, (now[0].x + now[1].x) / 2, (now[0].y + now[1].y) / 2);
            else
                pan(game, from.x - to.x, from.y - to.y);
        });
        ['pointerup', 'pointercancel'].forEach(function (name) {
            game.svg.addEventListener(name, function (event) { delete game.pointers[event.pointerId]; });
        });
        game.svg.addEventListener('wheel', function (event) {
            event.preventDefault();
            zoom(game, Math.pow(1.002, -event.deltaY), event.clientX, event.clientY);
        }, { passive: false });
    }

    // ---- Copies of a position ----

    // Returns the record up to the turn that is shown.
    function record(game) {
        var stage = stageOf(game, game.at), turns = 0, last = game.at === game.turns.length - 1;
        return game.root.querySelector('.record').textContent.split('\n').filter(function (line, index, lines) {
            var isBody = index > lines.indexOf('---');
            turns += isBody && /^\d+[a-f] /.test(line);
            return !isBody || last || (turns <= stage && !/^(?:final|end)\b/.test(line));
        }).join('\n').replace(/\s*$/, '\n');
    }

    // Returns the picture of the turn that is shown as a document of its own.
    function picture(game) {
        var copy = game.svg.cloneNode(true), style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
        all(copy, '.off').forEach(function (element) { element.remove(); });
        copy.setAttribute('viewBox', game.box.join(' '));
        copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
        copy.removeAttribute('class');
        style.textContent = document.querySelector('style').textContent;
        copy.insertBefore(style, copy.firstChild);
        return new XMLSerializer().serializeToString(copy);
    }

    // Returns the address of the position at CarcassonneLab. The address of the game has a number whose
    // digits in base 24 are the types of the tiles, written in base 64, and four letters for each move.
    // Discards are listed by the number of tiles that lay then.
    function labAddress(game) {
        var digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        var parts = game.root.querySelector('[data-address]').getAttribute('data-address').trim().split('/'), moves = parts.pop().split('?');
        var types = parts.pop(), discards = parts.pop().split('.').slice(1).map(Number), stage = stageOf(game, game.at);
        var laid = all(game.root, '[data-from] .edge').filter(function (edge) { return Number(edge.closest('[data-from]').getAttribute('data-from')) <= stage; }).length;
        var kept = discards.filter(function (at) { return at < laid; }), left = 1 + moves[0].length / 4 + discards.length - laid - kept.length;
        var value = 0n, text = '';
        types.split('').forEach(function (letter) { value = value * 64n + BigInt(digits.indexOf(letter)); });
        for (value /= 24n ** BigInt(left); value > 0n; value /= 64n)
            text = digits[Number(value % 64n)] + text;
        return parts.concat(['0'].concat(kept).join('.'), text, moves[0].slice(0, 4 * (laid - 1)) + '?' + moves[1]).join('/');
    }

    function copy(game, text, what) {
        function told(done) {
            game.status.textContent = done ? what + ' is copied' : what + ' could not be copied';
        }
        function byHand() {
            var box = document.createElement('textarea');
            box.value = text;
            game.root.appendChild(box);
            box.select();
            told(document.execCommand('copy'));
            box.remove();
        }
        if (navigator.clipboard)
            navigator.clipboard.writeText(text).then(function () { told(true); }, byHand);
        else
            byHand();
    }

    function stop() {
        clearInterval(timer);
        timer = null;
        games.forEach(function (game) {
            game.play.setAttribute('aria-pressed', 'false');
        });
    }

    function play(game) {
        if (timer !== null) {
            stop();
            return;
        }
        if (game.at === game.turns.length - 1)
            show(game, 0);
        game.play.setAttribute('aria-pressed', 'true');
        timer = setInterval(function () {
            show(game, game.at + 1);
            if (game.at === game.turns.length - 1)
                stop();
        }, Number(game.speed.value));
    }

    // Goes to the next turn with a finding, and after the last one to the first.
    function nextFinding(game) {
        var turn = stageOf(game, game.at), wrong = game.findings.filter(function (each) { return each > turn; });
        if (wrong.length === 0)
            wrong = game.findings;
        if (wrong.length > 0)
            toStage(game, Math.min.apply(null, wrong));
    }

    function toStage(game, turn) {
        for (var at = 0; at < game.turns.length; at++)
            if (stageOf(game, at) === turn) {
                show(game, at);
                return;
            }
    }

    var deeds = {
        first: function (game) { show(game, 0); },
        back: function (game) { show(game, game.at - 1); },
        play: play,
        on: function (game) { show(game, game.at + 1); },
        last: function (game) { show(game, game.turns.length - 1); },
        chances: function (game) {
            game.chances = !game.chances;
            writeChances(game);
            look(game, whole(game));
        },
        larger: function (game) { zoom(game, 1.4); },
        smaller: function (game) { zoom(game, 1 / 1.4); },
        crn: function (game) { copy(game, record(game), 'the record up to here'); },
        svg: function (game) { copy(game, picture(game), 'the picture'); },
        address: function (game) { copy(game, labAddress(game), 'the address'); },
        finding: nextFinding
    };
    var keys = { f: 'finding', c: 'chances', '+': 'larger', '=': 'larger', '-': 'smaller' };

    games.forEach(function (game) {
        look(game, whole(game));
        watchPointers(game);
        game.root.addEventListener('click', function (event) {
            var button = event.target.closest('button');
            if (!button)
                return;
            if (button.hasAttribute('data-do'))
                deeds[button.getAttribute('data-do')](game);
            else if (button.hasAttribute('data-tiles'))
                light(game, button);
            else if (button.hasAttribute('data-placements'))
                drawPlacements(game, button);
            else if (button.hasAttribute('data-stage')) {
                toStage(game, number(button, 'data-stage'));
                all(game.turns[game.at], 'details').forEach(function (rules) { rules.open = true; });
            }
        });
        game.slider.addEventListener('input', function () { show(game, Number(game.slider.value)); });
        game.speed.addEventListener('change', function () {
            if (timer !== null) {
                stop();
                play(game);
            }
        });
    });

    document.addEventListener('keydown', function (event) {
        if (!shown || event.ctrlKey || event.altKey || event.metaKey || event.target.closest('select'))
            return;
        // What scrolls a list that was chosen scrolls it.
        if (event.target.closest('.side') && /^(?: |Home|End|PageUp|PageDown)$/.test(event.key) && !event.target.closest('button'))
            return;
        var game = shown, steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }, ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        if (event.shiftKey && event.key in ways)
            pan(game, 1000 * ways[event.key][0], 1000 * ways[event.key][1]);
        else if (event.key in steps)
            show(game, game.at + steps[event.key]);
        else if (event.key === 'Home')
            deeds.first(game);
        else if (event.key === 'End')
            deeds.last(game);
        else if (event.key === ' ' && !event.target.closest('button, summary'))
            play(game);
        else if (event.key === '0')
            look(game, whole(game));
        else if (event.key.toLowerCase() in keys)
            deeds[keys[event.key.toLowerCase()]](game);
        else
            return;
        event.preventDefault();
    });

    function open(game) {
        stop();
        shown = game;
        games.forEach(function (other) { other.root.hidden = other !== game; });
        all(document, '#games button').forEach(function (button, index) {
            button.setAttribute('aria-current', String(index === game.index));
            if (index === game.index)
                button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        });
    }

    // "#46", "#17/2", "#end", in a page of several games "#2.46".
    function follow(hash) {
        // The page's own doing.
        if (hash === place)
            return;
        var parts = hash.slice(1).split('.'), several = games.length > 1 && parts.length > 1;
        // Without an address a page of several games opens with the first one that is illegal.
        var chosen = several ? parts[0] - 1 : hash === '' ? Math.max(0, games.findIndex(isIllegal)) : 0;
        var game = games[chosen] || games[0], name = game === games[0] && several && parts[0] !== '1' ? '' : parts[several ? 1 : 0];
        open(game);
        var at = game.turns.findIndex(function (section) { return section.getAttribute('data-name') === name; });
        show(game, at >= 0 ? at : game.turns.length - 1);
    }

    function isIllegal(game) {
        return game.root.querySelector('.verdict.illegal') !== null;
    }

    var list = document.getElementById('games');
    if (games.length > 1 && list) {
        games.forEach(function (game) {
            var item = document.createElement('li'), button = document.createElement('button');
            button.type = 'button';
            button.classList.toggle('illegal', isIllegal(game));
            button.textContent = game.index + 1 + '. ' + game.root.querySelector('h1').textContent + ': ' + game.root.querySelector('.verdict').textContent +
                ', ' + game.scores.map(function (cell) { return cell.textContent; }).join('-');
            button.addEventListener('click', function () {
                open(game);
                show(game, game.turns.length - 1);
            });
            item.appendChild(button);
            list.querySelector('ol').appendChild(item);
        });
        list.hidden = false;
    }
    if (games.length > 0) {
        window.addEventListener('hashchange', function () { follow(location.hash); });
        // The page around this one may say where to open.
        window.addEventListener('message', function (event) {
            if (event.source === parent)
                follow(String(event.data));
        });
        follow(location.hash);
    }
})();
