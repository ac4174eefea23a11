# SPDX-License-Identifier: MIT
# Drives a browser for tests: Chromium through chromedriver, by W3C's WebDriver protocol. BASTIDE_SCREENSHOTS=FOLDER
# saves screenshots there. BASTIDE_AXE=FILE is the script of axe-core; with it the pages must have no faults of
# accessibility.
package Browser;
use strict;
use warnings;
use Bastide;
use Exporter 'import';
use HTTP::Tiny;
use IO::Socket::INET;
use JSON::PP ();
use MIME::Base64;
use Test::More;
use Time::HiRes qw(sleep);
our @EXPORT = qw(browse here js cdp press look faults_of_page $json);

our $json = JSON::PP->new->utf8->allow_nonref;
my $http = HTTP::Tiny->new(timeout => 60);
my ($pid, $port, $session);

sub ask {
    my ($method, $path, $body) = @_;
    my $answer = $http->request($method, "http://127.0.0.1:$port$path", { $method eq 'POST' ? (content => $json->encode($body // {}), headers => { 'content-type' => 'application/json' }) : () });
    return undef if $answer->{status} == 599;
    my $value = $json->decode($answer->{content})->{value};
    die "$path: $value->{message}\n" if !$answer->{success};
    return $value;
}

END {
    my $status = $?;
    eval { ask('DELETE', "/session/$session") } if $session;
    kill 'TERM', $pid and waitpid $pid, 0 if $pid;
    $? = $status;
}

# Starts a session. False if there is no chromedriver in the path.
sub browse {
    my ($driver) = grep { -x } map { "$_/chromedriver" } split /:/, $ENV{PATH};
    return 0 if !$driver;
    my $socket = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "no port: $!";
    $port = $socket->sockport;
    close $socket;
    $pid = fork // die "fork: $!";
    if (!$pid) {
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec $driver, "--port=$port", '--log-level=OFF' or die;
    }
    for (1 .. 100) {
        my $status = eval { ask('GET', '/status') };
        last if $status && $status->{ready};
        sleep 0.1;
    }
    my $begun = ask('POST', '/session', { capabilities => { alwaysMatch => { browserName => 'chrome', 'goog:loggingPrefs' => { browser => 'ALL', performance => 'ALL' },
        'goog:chromeOptions' => { args => ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--window-size=1400,900', '--user-data-dir=' . scratch('profile')] } } } });
    $session = $begun->{sessionId};
    return 1;
}

sub here { return ask($_[0], "/session/$session/$_[1]", $_[2]) }
sub js { my ($script, @args) = @_; return here('POST', 'execute/sync', { script => $script, args => \@args }) }
sub cdp { return here('POST', 'goog/cdp/execute', { cmd => $_[0], params => $_[1] }) }

my %keys = (Home => "\x{E011}", End => "\x{E010}", PageUp => "\x{E00E}", PageDown => "\x{E00F}", Left => "\x{E012}", Right => "\x{E014}", Tab => "\x{E004}");
sub press {
    my @actions = map { my $key = $keys{$_} // $_; ({ type => 'keyDown', value => $key }, { type => 'keyUp', value => $key }) } @_;
    here('POST', 'actions', { actions => [{ type => 'key', id => 'keyboard', actions => \@actions }] });
}

sub look {
    my ($name) = @_;
    return if !$ENV{BASTIDE_SCREENSHOTS};
    spurt("$ENV{BASTIDE_SCREENSHOTS}/$name.png", decode_base64(here('GET', 'screenshot')));
}

sub faults_of_page {
    my ($name) = @_;
    my @said = grep { $_->{level} =~ /SEVERE|WARNING/ } @{ here('POST', 'se/log', { type => 'browser' }) };
    is_deeply([map { $_->{message} } @said], [], "$name: no word on the console");
    my @asked = grep { $_ && !m{^(?:file|data|about|chrome)} } map { my $m = $json->decode($_->{message})->{message}; $m->{method} eq 'Network.requestWillBeSent' ? $m->{params}{request}{url} : undef } @{ here('POST', 'se/log', { type => 'performance' }) };
    is_deeply(\@asked, [], "$name: nothing is asked for");
    return if !$ENV{BASTIDE_AXE};
    js(slurp($ENV{BASTIDE_AXE}));
    my $found = here('POST', 'execute/async', { script => 'const done = arguments[0]; axe.run().then(found => done(found.violations.map(v => v.id + ": " + v.nodes.map(n => n.target).join(", "))))', args => [] });
    is_deeply($found, [], "$name: axe finds nothing");
}

1;
