#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the hardening of the program, read from the binary: position-independent code, relocations that are read-only
# before the program runs, a stack that is not executable, stack protector and checked string functions. Skipped if the
# program was built without hardening.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $binary = slurp(bastide());
plan skip_all => 'needs an ELF binary' if $binary !~ /^\x7FELF/;
plan skip_all => 'needs a build without sanitizers' if $binary =~ /__asan_init/;
plan skip_all => 'needs readelf' if system('command -v readelf >/dev/null 2>&1');
my $elf = (run('readelf', '-W', '-h', '-l', '-d', '--dyn-syms', bastide()))[1];
plan skip_all => 'needs a build with hardening' if $elf !~ /__stack_chk_fail/;
like($elf, qr/^\s*Type:\s+DYN\b/m, 'position independent');
like($elf, qr/GNU_RELRO/, 'relocations are read-only');
like($elf, qr/\bBIND_NOW\b|FLAGS_1\).*\bNOW\b/, 'before it runs');
like($elf, qr/GNU_STACK.*\bRW\s/, 'the stack is no code');
like($elf, qr/__(?:sprintf|snprintf|vsnprintf|memcpy|memmove|fprintf)_chk/, 'functions of strings are checked');
done_testing;
