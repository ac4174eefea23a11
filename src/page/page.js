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
            root: root, index: index, at: -1, lit: null,
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

    function light(game, award) {
        if (game.lit) {
            game.lit.setAttribute('aria-pressed', 'false');
            all(game.root, '.lit').forEach(function (tile) { tile.classList.remove('lit'); });
        }
        game.lit = award === game.lit ? null : award;
        if (!game.lit)
            return;
        award.setAttribute('aria-pressed', 'true');
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
        finding: nextFinding
    };

    games.forEach(function (game) {
        game.root.addEventListener('click', function (event) {
            var button = event.target.closest('button');
            if (!button)
                return;
            if (button.hasAttribute('data-do'))
                deeds[button.getAttribute('data-do')](game);
            else if (button.hasAttribute('data-tiles'))
                light(game, button);
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
        var game = shown, steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };
        if (event.key in steps)
            show(game, game.at + steps[event.key]);
        else if (event.key === 'Home')
            deeds.first(game);
        else if (event.key === 'End')
            deeds.last(game);
        else if (event.key === ' ' && !event.target.closest('button, summary'))
            play(game);
        else if (event.key === 'f' || event.key === 'F')
            nextFinding(game);
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
