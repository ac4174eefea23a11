// Plays a game in the page: a tile is drawn, laid and turned, and a follower is placed. What may be
// done comes from the program (moves); so no rule is written here.
(function () {
    var SIZE = 1000, MARGIN = 250, SIDES = 'NESW';
    var kinds = {}; // names of kinds of land by their letters, from the segments of the tiles
    var games = {}; // names of games by tile set
    var sides = { N: 'north', E: 'east', S: 'south', W: 'west' };
    // The turn that is chosen: its tile, all turns with it, and the cell and orientation so far.
    var tile = null, turns = [], cell = null, orient = null, acts = null, pictures = {};
    var revealed = []; // tiles revealed so far for the current step
    var stops = false; // true if the player lays no second tile

    function element(id) {
        return document.getElementById(id);
    }

    function objects(args, text) {
        return bastide.run(args.concat('--format=json'), new TextEncoder().encode(text)).out.split('\n').filter(Boolean).map(function (line) { return JSON.parse(line); });
    }

    function button(words, act, key) {
        var made = document.createElement('button');
        made.type = 'button';
        made.textContent = words;
        made.dataset.key = key || words;
        made.addEventListener('click', act);
        return made;
    }

    function image(svg, about) {
        var made = document.createElement('img');
        made.alt = about;
        made.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
        return made;
    }

    // ---- Turns ----

    // Cuts the first line of a turn: "2b E 0,-1S cS" has the head "2b E", a place and acts.
    function cut(turn) {
        var found = /^(\S+ \S+) (-?\d+),(-?\d+)([NESW])(?: (.*))?$/.exec(turn.lines[0]);
        return found ? { x: Number(found[2]), y: Number(found[3]), orient: found[4], acts: found[5] || '', head: found[1], turn: turn } : null;
    }

    function isAt(one, other) {
        return one.x === other.x && one.y === other.y;
    }

    function placed() {
        return turns.map(cut).filter(Boolean);
    }

    function orientsOf(where) {
        var there = placed().filter(function (each) { return isAt(each, where); }).map(function (each) { return each.orient; });
        return SIDES.split('').filter(function (side) { return there.indexOf(side) >= 0; });
    }

    // Names acts in words: "rW" is "road, west". Other acts are named as the record has them.
    function name(words) {
        if (words === '-' || words === '')
            return 'no follower';
        return words.split(' ').map(function (word) {
            var found = /^(?:([a-z]+):)?([a-z])([NESW]{0,3})$/.exec(word);
            if (!found || !kinds[found[2]])
                return word;
            return (found[1] && found[1] !== 'small' ? found[1] + ' follower: ' : '') + kinds[found[2]] + (found[3] ? ', ' + found[3].split('').map(function (side) { return sides[side]; }).join('-') : '');
        }).join('; ');
    }

    function forget() {
        tile = cell = orient = acts = null;
        turns = [];
        revealed = [];
        stops = false;
    }

    function write(lines) {
        forget();
        bastide.setRecord(bastide.record().replace(/\s*$/, '\n') + lines.join('\n') + '\n');
        bastide.play();
    }

    // Chooses the tile that was drawn for a turn.
    function chooseTile(which, number) {
        tile = which;
        cell = orient = acts = null;
        turns = objects(['moves', '--limit=0', '--tiles=' + which], bastide.record()).filter(function (each) { return each.event === 'turn' && each.turn === number; });
        bastide.play();
    }

    // Reveals a tile of those that a step needs; with the last one, the step is done.
    function reveal(which, step) {
        revealed.push(which);
        if (revealed.length === step.reveals)
            write([step.line.replace(/:.*/, ':' + revealed.join(','))]);
        else
            bastide.play();
    }

    // Puts the tile on a cell; on the cell where it lies, turns it.
    function chooseCell(where) {
        var all = orientsOf(where);
        orient = cell && isAt(cell, where) ? all[(all.indexOf(orient) + 1) % all.length] : all[0];
        cell = where;
        acts = null;
        bastide.play();
    }

    // ---- The table ----

    function tentative() {
        var first = placed().filter(function (each) { return cell && isAt(each, cell) && each.orient === orient; })[0];
        return first ? first.head + ' ' + cell.x + ',' + cell.y + orient : null;
    }

    // Draws the record with another line. Buttons lie on the cells and followers that can be chosen.
    function drawTable(line) {
        var text = bastide.record() + (line ? '\n' + line + '\n' : '');
        var svg = bastide.run(['show', '--format=svg', '--bare'], new TextEncoder().encode(text)).out;
        var table = objects(['show'], text)[0], free = placed();
        var cells = table.tiles.map(function (each) { var at = each.cell.split(','); return { x: Number(at[0]), y: Number(at[1]) }; }).concat(free);
        var least = { x: Math.min.apply(null, cells.map(function (each) { return each.x; })), y: Math.min.apply(null, cells.map(function (each) { return each.y; })) };
        var columns = Math.max.apply(null, cells.map(function (each) { return each.x; })) - least.x + 1, rows = Math.max.apply(null, cells.map(function (each) { return each.y; })) - least.y + 1;
        var box = { x: least.x * SIZE - MARGIN, y: least.y * SIZE - MARGIN, width: columns * SIZE + 2 * MARGIN, height: rows * SIZE + 2 * MARGIN };
        var board = element('board'), sheet = document.createElement('div');
        sheet.className = 'sheet';
        sheet.style.minWidth = columns * 44 + 'px';
        sheet.style.aspectRatio = box.width + ' / ' + box.height;
        sheet.style.maxWidth = 'calc((100vh - 18rem) * ' + box.width / box.height + ')';
        sheet.appendChild(image(svg.replace(/viewBox="[^"]*" width="[^"]*" height="[^"]*"/, 'viewBox="' + [box.x, box.y, box.width, box.height].join(' ') + '"'), 'The table'));
        function put(made, x, y, size) {
            made.style.left = 100 * (x - size / 2 - box.x) / box.width + '%';
            made.style.top = 100 * (y - size / 2 - box.y) / box.height + '%';
            made.style.width = 100 * size / box.width + '%';
            made.style.height = 100 * size / box.height + '%';
            sheet.appendChild(made);
        }
        var seen = {};
        free.forEach(function (each) {
            var key = each.x + ',' + each.y, isHere = cell && isAt(cell, each);
            if (seen[key])
                return;
            seen[key] = true;
            var made = button('', function () { chooseCell({ x: each.x, y: each.y }); }, key);
            made.className = isHere ? 'cell here' : 'cell';
            made.setAttribute('aria-label', isHere ? 'turn the tile on ' + key : 'lay ' + tile + ' on ' + key);
            put(made, each.x * SIZE + SIZE / 2, each.y * SIZE + SIZE / 2, SIZE * 0.94);
        });
        if (line)
            optionsHere().forEach(function (option) {
                var at = placeOf(line, option);
                if (!at)
                    return;
                var made = button('', function () { chooseActs(option); }, 'spot ' + option);
                made.className = 'spot';
                made.setAttribute('aria-label', name(option));
                put(made, at[0], at[1], SIZE * 0.3);
            });
        if (line && orientsOf(cell).length > 1) {
            var handle = button('\u27F3', function () { chooseCell(cell); }, 'handle');
            handle.className = 'handle';
            handle.setAttribute('aria-label', 'turn the tile');
            put(handle, cell.x * SIZE + SIZE, cell.y * SIZE, SIZE * 0.4);
        }
        board.replaceChildren(sheet);
    }

    // Returns the point of the table where the follower of an act stands, null without one.
    function placeOf(line, option) {
        if (!/^(?:[a-z]+:)?[a-z][NESW]{0,3}$/.test(option))
            return null;
        var table = objects(['show'], bastide.record() + '\n' + line + ' ' + option + '\n')[0], place = null;
        table.things.forEach(function (thing) {
            if (thing.cell === cell.x + ',' + cell.y && thing.thing !== 'last' && thing.seat && thing.at)
                place = thing.at;
        });
        return place;
    }

    // ---- Choices ----

    function turnsHere() {
        return placed().filter(function (each) { return cell && isAt(each, cell) && each.orient === orient; });
    }

    function optionsHere() {
        var seen = {};
        return turnsHere().map(function (each) { return each.acts; }).filter(function (each) { return seen[each] ? false : (seen[each] = true); });
    }

    function chooseActs(option) {
        var left = turnsHere().filter(function (each) { return each.acts === option; });
        acts = option;
        if (left.length === 1)
            write(left[0].turn.lines);
        else
            bastide.play();
    }

    // Offers the steps that may come next, or what can be done with the tile that was chosen.
    function drawChoices(steps, seats, goesOn) {
        var list = element('choices'), all = [];
        steps.filter(function (each) { return !each.reveals; }).forEach(function (each) {
            var player = seats['abcdef'.indexOf(each.seat)].player, words = each.line.replace(/^\S+ /, '');
            all.push(button(player + ': ' + words, function () { write([each.line]); }, 'step ' + each.seat + ' ' + words));
        });
        if (goesOn && !tile)
            all.push(button('No second tile', function () { stops = true; bastide.play(); }, 'stops'));
        if (acts !== null)
            turnsHere().filter(function (each) { return each.acts === acts; }).forEach(function (each) {
                var rest = each.turn.lines.slice(1).join(', ');
                all.push(button(rest || 'nothing more', function () { write(each.turn.lines); }));
            });
        else if (cell) {
            optionsHere().forEach(function (option) { all.push(button(name(option), function () { chooseActs(option); }, 'act ' + option)); });
            if (orientsOf(cell).length > 1)
                all.unshift(button('Turn the tile (R)', function () { chooseCell(cell); }, 'turn'));
        } else {
            turns.filter(function (each) { return !cut(each); }).forEach(function (each) {
                all.push(button(each.lines.join(', '), function () { write(each.lines); }));
            });
        }
        list.replaceChildren.apply(list, all.slice(0, 200));
    }

    // Returns the record before its last turn.
    function withoutTurn(text) {
        var lines = text.replace(/\s*$/, '').split('\n'), number = (/^(\d+)[.a-f]/.exec(lines[lines.length - 1]) || [])[1];
        while (lines.length && new RegExp('^' + number + '[.a-f]').test(lines[lines.length - 1]))
            lines.pop();
        return lines.join('\n') + '\n';
    }

    // Returns the tiles that may be drawn after the record `before`, each with the turn that draws it
    // and the number of its copies that are left at the end of the record `text`.
    function drawable(before, text) {
        var laid = {};
        objects(['show'], text)[0].tiles.forEach(function (each) { laid[each.tile] = (laid[each.tile] || 0) + 1; });
        (text.match(/\b(?:discard|aside):[^\s,]+/g) || []).map(function (each) { return each.replace(/.*:/, ''); }).concat(revealed).forEach(function (gone) { laid[gone] = (laid[gone] || 0) + 1; });
        var counts = {};
        objects(['tiles'], '').forEach(function (each) { counts[each.name] = (counts[each.name] || 0) + each.count; });
        return objects(['moves', '--by=step'], before).filter(function (each) { return each.decision === 'place'; }).map(function (each) {
            return { tile: each.tile, left: (counts[each.tile] || 1) - (laid[each.tile] || 0), turn: each.turn, seat: each.seat };
        }).filter(function (each) { return each.left > 0; });
    }

    function pictureOf(which) {
        if (!pictures[which])
            pictures[which] = bastide.run(['tiles', which, '--format=svg'], new Uint8Array(0)).out.replace(/viewBox="[^"]*" width="[^"]*" height="[^"]*"/, 'viewBox="-40 -40 1080 1080"');
        return pictures[which];
    }

    function drawTray(tiles, choose) {
        var tray = element('tray');
        tray.replaceChildren.apply(tray, tiles.map(function (each) {
            var made = button('', function () { choose(each); }, 'tile ' + each.tile);
            made.appendChild(image(pictureOf(each.tile), ''));
            made.appendChild(document.createTextNode(each.tile + ' × ' + each.left));
            made.setAttribute('aria-pressed', String(each.tile === tile));
            return made;
        }));
    }

    function drawAtRandom(tiles, choose) {
        var sum = tiles.reduce(function (all, each) { return all + each.left; }, 0), at = Math.random() * sum;
        tiles.some(function (each) {
            at -= each.left;
            if (at < 0)
                choose(each);
            return at < 0;
        });
    }

    // ---- The game ----

    // Takes back the last turn with all its lines, or the end.
    function undo() {
        var lines = bastide.record().replace(/\s*$/, '').split('\n'), last = lines[lines.length - 1], head = /^\d+[.a-f]/.test(last);
        if (/^(?:end|final)\b/.test(last))
            lines.pop();
        var before = lines.join('\n') + '\n';
        if (!tile && !revealed.length)
            bastide.setRecord(head ? withoutTurn(before) : before);
        forget();
        bastide.play();
    }

    function save() {
        var link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([bastide.record()], { type: 'text/plain' }));
        link.download = 'game.crn';
        link.click();
        URL.revokeObjectURL(link.href);
    }

    function begin(event) {
        event.preventDefault();
        var sets = Array.prototype.filter.call(element('sets').options, function (each) { return each.selected; }).map(function (each) { return each.value; });
        var names = element('players').value.split(',').map(function (each) { return each.trim(); }).filter(Boolean);
        forget();
        bastide.setRecord('%CRN 1\n' + (sets.length ? 'game: ' + games[sets[0]] + '\n' : '') + (sets.length ? 'sets: [' + sets.join(', ') + ']\n' : '') + 'rules: ' + element('rules').value + '\nplayers: [' +
            names.map(function (each) { return JSON.stringify(each); }).join(', ') + ']\n---\n');
        bastide.play();
    }

    // Shows the game as it stands, and what can be chosen next.
    bastide.play = function () {
        var text = bastide.record(), focus = document.activeElement && document.activeElement.dataset.key;
        if (!element('sets').options.length) {
            var sets = {};
            objects(['tiles'], '').forEach(function (each) {
                sets[each.set] = true;
                games[each.set] = each.game;
                each.segments.forEach(function (segment) { kinds[segment.segment[0]] = segment.kind; });
            });
            Object.keys(sets).forEach(function (each) {
                var option = document.createElement('option');
                option.value = option.textContent = each;
                option.selected = each === 'base';
                element('sets').appendChild(option);
            });
        }
        var seats = objects(['audit', '--by=seat'], text).filter(function (each) { return each.event === 'seat'; });
        var isOver = /^end\b/m.test(text), tiles = isOver || !seats.length ? [] : drawable(text, text);
        // Without a tile that may be drawn, something is due in the turn, or the game is over.
        var steps = isOver || !seats.length || tiles.length ? [] : objects(['moves'], text).filter(function (each) { return each.event === 'step'; });
        var reveals = steps.filter(function (each) { return each.reveals; })[0];
        if (reveals)
            tiles = drawable(withoutTurn(text), text);
        // If a second tile may be refused, the list has its turn and the next player's turn. The first
        // is shown unless the tile was refused.
        var numbers = tiles.map(function (each) { return each.turn; }), goesOn = !reveals && tiles.length > 0 && numbers[0] !== Math.max.apply(null, numbers) && !stops;
        if (tiles.length && !reveals)
            tiles = tiles.filter(function (each) { return each.turn === (stops ? Math.max : Math.min).apply(null, numbers); });
        var choose = function (each) {
            if (reveals)
                reveal(each.tile, reveals);
            else
                chooseTile(each.tile, each.turn);
        };
        var now = seats.map(function (each) { return each.player + ' ' + each.score; }).join(', ');
        var turn = tiles.length && !reveals ? tiles[0] : steps[0], next = turn ? seats['abcdef'.indexOf(turn.seat)] : null;
        element('turn').textContent = !seats.length ? 'Begin a game.' : isOver ? 'The game is over. ' + now : !turn ? 'No tile can be drawn. ' + now :
            'Turn ' + turn.turn + ': ' + next.player + (reveals ? ' reveals tiles: ' + revealed.length + ' of ' + reveals.reveals + '.' : steps.length ? ': choose the next step.' :
            cell ? ' lays ' + tile + ': where does a follower stand?' : tile ? ' has drawn ' + tile + ': where does it lie?' : goesOn ? ' may lay a second tile: which one is drawn?' : ': which tile is drawn?') + ' ' + now;
        if (seats.length)
            drawTable(tentative());
        else
            element('board').replaceChildren();
        drawChoices(steps, seats, goesOn);
        drawTray(tiles, choose);
        element('random').disabled = !tiles.length;
        element('random').onclick = function () { drawAtRandom(tiles, choose); };
        element('stop').disabled = isOver || !seats.length;
        element('stop').onclick = function () { write([tiles.length || steps.length ? 'end stopped' : 'end']); };
        var again = focus && document.querySelector('#play [data-key="' + CSS.escape(focus) + '"]');
        if (again)
            again.focus();
    };
    bastide.forget = forget;

    element('undo').addEventListener('click', undo);
    element('save').addEventListener('click', save);
    element('new').addEventListener('submit', begin);
    element('play').addEventListener('keydown', function (event) {
        if (event.key.toLowerCase() === 'r' && cell && event.target.tagName !== 'INPUT') {
            event.preventDefault();
            chooseCell(cell);
        }
    });
})();
