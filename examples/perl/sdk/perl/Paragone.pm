# Makes a program a driver: register jobs with `bench`, then `serve`.
#
# In: protocol 2 on standard input, and the input files that `prepare` names; out: answers and times.
# It parses no flag, does no statistics and knows no benchmark. Core modules only; Perl 5.20 or later,
# with 64-bit integers.
#
#     use Paragone qw(bench serve);
#
#     bench 'sum', 'loop', answers => 'integer', call => \&sum;
#     serve;
#
# Loading this module takes standard input and output for the conversation: what implementations read
# is empty then, and what they print goes to standard error. There is no `keep`, since perl leaves no
# work out, and no sample has a place on the machine's stack, since perl keeps its variables on a heap.

package Paragone;

use v5.20;
use warnings;

use Config ();
use Exporter qw(import);
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID);

our @EXPORT_OK = qw(bench serve);

BEGIN { die "Paragone needs a perl with 64-bit integers\n" if $Config::Config{ivsize} < 8 }

use constant {
    # Time::HiRes looks its constants up at each use; these are folded into the code.
    WALL => CLOCK_MONOTONIC,
    CPU  => CLOCK_PROCESS_CPUTIME_ID,

    VERSION      => 2,
    LINE_LIMIT   => 4096,                      # bytes, with the line's end
    DETAIL_LIMIT => 4096,                      # lines between `prepare` and `end`
    ERROR_LIMIT  => 500,                       # characters
    LARGEST      => '18446744073709551615',    # text, because it is compared as text
};

# Streams

my ($from_lab, $to_lab);

# Runs when the module is loaded and not in `serve`, because a module that an
# implementation loads may print as well. Not under `perl -c`, which only looks.
take_streams() unless $^C;

sub take_streams {
    if (-t STDIN) {
        print STDERR "this is a benchmark driver: it is started by `paragone run`, not by hand\n";
        exit 2;
    }
    # Descriptors above $^F (2) are closed when a program is executed: no more to do for that.
    open $from_lab, '<&', \*STDIN  or fault("cannot copy standard input: $!");
    open $to_lab,   '>&', \*STDOUT or fault("cannot copy standard output: $!");
    # PERL_UNICODE and -C could have put a decoding layer on either.
    binmode $_ for $from_lab, $to_lab;

    open STDIN,  '<',  '/dev/null' or fault("cannot empty standard input: $!");
    open STDOUT, '>&', \*STDERR    or fault("cannot redirect standard output: $!");
    STDOUT->autoflush(1);    # what was printed is kept even if the lab kills us
}

# What was heard is no conversation any more, so the only way on is out.
sub fault {
    my ($reason) = @_;
    print STDERR "driver: $reason\n";
    exit 1;
}

my $unread = '';

# The next line without its end, or undef at the end of input. By sysread, because
# readline has no limit, and obeys `$/`, which an implementation may have changed.
sub next_line {
    while (1) {
        my $end = index $unread, "\n";
        fault('a line of more than ' . LINE_LIMIT . ' bytes')
            if $end >= LINE_LIMIT or $end < 0 && length $unread >= LINE_LIMIT;
        if ($end >= 0) {
            my $line = substr $unread, 0, $end + 1, '';
            chop $line;
            return $line;
        }
        my $got = sysread $from_lab, $unread, LINE_LIMIT, length $unread;
        if (!defined $got) {
            next if $!{EINTR};
            fault("cannot read: $!");
        }
        next if $got;
        fault('the input ended within a line') if length $unread;
        return undef;
    }
}

sub say_to_lab {
    my ($reply) = @_;
    my $said = 0;
    while ($said < length $reply) {
        my $count = syswrite $to_lab, $reply, length($reply) - $said, $said;
        if (!defined $count) {
            next if $!{EINTR};
            fault("cannot write: $!");
        }
        $said += $count;
    }
}

# Implementations

my @listed;    # "BENCHMARK NAME", in the order of registration
my %jobs;      # the same words => what was registered under them

# Perl does not tell 8 from "8", nor text from bytes, so each implementation says what
# it answers, and no answer depends on how a scalar happened to be used before.
my %to_bytes = (
    bytes => sub {
        my ($bytes) = @_;
        utf8::downgrade($bytes, 1) or die "the answer is text, but was registered as bytes\n";
        return $bytes;
    },
    text => sub {
        my ($text) = @_;
        utf8::encode($text);
        return $text;
    },
    integer => sub {
        my ($number) = @_;
        $number = 0 if $number eq '';    # how Perl writes false
        # A float that has lost its last digits is written with an exponent or a point.
        $number =~ /\A-?[0-9]+\z/ or die "the answer is no whole number: $number\n";
        return pack $number < 0 ? 'q<' : 'Q<', $number;
    },
);

# Registers an implementation of a benchmark, with
#
#     answers   'integer' (truth values too), 'text' or 'bytes', which is the default; undef is an
#               answer of no bytes, whatever is said here
#     call      a function of one input, which is what is timed, or else
#     set_up    a function of the cell, { inputs => [BYTES, ...], params => { NAME => VALUE } }, that runs
#               untimed at each `prepare` and gives (call => FUNCTION), or (call => FUNCTION,
#               reset => FUNCTION) where something has to be done untimed before each call
#     resets    true where there is such a reset: the lab is told so before anything is set up
sub bench {
    my ($benchmark, $name, %job) = @_;
    for my $word ($benchmark, $name) {
        die "a benchmark and an implementation have names of a-z 0-9 _ + - each\n"
            unless defined $word and $word =~ /\A[a-z0-9_+-]+\z/;
    }
    my $key = "$benchmark $name";
    die "$key is registered twice\n" if $jobs{$key};
    die "$key needs either call or set_up\n" unless !$job{call} != !$job{set_up};

    my $answers = $job{answers} // 'bytes';
    $job{to_bytes} = $to_bytes{$answers} or die "$key answers '$answers', which is unknown\n";
    if (my $call = $job{call}) {
        $job{set_up} = sub { return (call => $call) };
    }
    push @listed, $key;
    $jobs{$key} = \%job;
    return;
}

# Its time is what a call costs in Perl. Every driver serves it and none lists it.
bench('paragone', 'empty', call => sub { });
@listed = ();

# Requests

# Each gets the rest of its line, and gives its reply or dies with what was wrong.
my %requests = (
    paragone => \&greet,
    prepare  => \&prepare,
    answer   => \&answer,
    time     => \&time_calls,
    audit    => \&audit,
    last     => \&last_answer,
);

my $cell;     # what `prepare` made: inputs, call, reset, to_bytes
my $timed;    # a reference to the result of the last timed call

# Looks at the text, since Perl would make a number of anything.
sub number {
    my ($text) = @_;
    if ($text =~ /\A0*([0-9]+)\z/) {
        my $digits = $1;
        return 0 + $digits
            if length $digits < length LARGEST
            or length $digits == length LARGEST && $digits le LARGEST;
    }
    die "no number from 0 to ${\LARGEST}: $text\n";
}

sub greet {
    my ($rest) = @_;
    my $version = number($rest);
    $version >= 1 or die "nobody speaks version 0\n";
    $version = VERSION if $version > VERSION;
    my $says_resets = $version > 1;
    return join "\n",
        "paragone $version",
        'language perl',
        "runtime perl $^V",
        'clock CLOCK_MONOTONIC ' . clock_step(),
        (map { "implementation $_" . ($says_resets && $jobs{$_}{resets} ? ' reset' : '') } @listed),
        "ready\n";
}

sub clock_step {
    my $smallest;
    for (1 .. 1000) {
        my $before = clock_gettime(WALL);
        my $after  = $before;
        $after = clock_gettime(WALL) while $after == $before;
        my $step = $after - $before;
        $smallest = $step if !defined $smallest or $step < $smallest;
    }
    my $step = nanoseconds($smallest);
    return $step < 1 ? 1 : $step;
}

# The clocks give seconds as a float. A difference has less than a nanosecond of error
# in the machine's first weeks of running, and some nanoseconds after a year.
sub nanoseconds {
    my ($seconds) = @_;
    return sprintf '%.0f', $seconds * 1e9;
}

sub prepare {
    my ($key, $details) = @_;
    $cell = $timed = undef;

    my (@inputs, %params);
    for my $detail (@$details) {
        my ($word, $rest) = first_word($detail);
        if ($word eq 'input') {
            push @inputs, read_file($rest);
        }
        elsif ($word eq 'param') {
            my ($name, $value) = first_word($rest);
            $params{$name} //= $value;
        }
        else {
            die "unknown detail: $detail\n";
        }
    }

    my $job  = $jobs{$key} or die "unknown implementation: $key\n";
    my %made = $job->{set_up}->({ inputs => \@inputs, params => \%params });
    !$made{reset} == !$job->{resets} or die "$key has a reset and no `resets => 1`, or the other way round\n";
    # A cell without inputs gets an empty one, of which its set-up knows nothing.
    $cell = { %made, inputs => @inputs ? \@inputs : [''], to_bytes => $job->{to_bytes} };
    return "ok\n";
}

sub read_file {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "cannot open $path: $!\n";
    local $/;
    my $bytes = <$file>;
    # A folder can be opened, but not read.
    defined $bytes or die "cannot read $path: $!\n";
    return $bytes;
}

sub answer {
    my ($rest) = @_;
    my $index = number($rest);
    $cell or die "nothing is prepared\n";
    $index < @{ $cell->{inputs} } or die "there is no input $index\n";

    return counted(untimed($index));
}

sub last_answer {
    $timed or die "nothing was timed\n";
    return counted(bytes_of($timed));
}

# So many untimed calls, and one number made of all their answers: each one's length, 8 bytes, and its bytes.
sub audit {
    my ($rest) = @_;
    my $calls = calls($rest);
    require Compress::Raw::Zlib;    # here, since no time is taken of an audit

    my $crc   = 0;
    my $count = @{ $cell->{inputs} };
    my $next  = 0;
    for my $number (1 .. $calls) {
        my $bytes = untimed($next);
        $crc  = Compress::Raw::Zlib::crc32(pack('Q<', length $bytes) . $bytes, $crc);
        $next = 0 if ++$next == $count;
    }
    return "audit $crc\n";
}

# One call with its reset, and its answer as bytes.
sub untimed {
    my ($index) = @_;
    $timed = undef;
    my $input = \$cell->{inputs}[$index];
    $cell->{reset}->($$input) if $cell->{reset};
    my $result = $cell->{call}->($$input);
    return bytes_of(\$result);
}

sub bytes_of {
    my ($result) = @_;
    return defined $$result ? $cell->{to_bytes}->($$result) : '';
}

sub counted {
    my ($bytes) = @_;
    return 'answer ' . length($bytes) . "\n$bytes";
}

sub calls {
    my ($rest) = @_;
    my $calls = number($rest);
    $calls >= 1 or die "there is at least one call\n";
    $cell or die "nothing is prepared\n";
    $calls <= ~0 >> 1 or die "Perl cannot count to $calls\n";
    return $calls;
}

sub time_calls {
    my ($rest) = @_;
    my $calls = calls($rest);

    $timed = undef;    # so that a call that fails leaves nothing timed
    my ($result, $wall, $cpu) = $cell->{reset} ? sample_with_reset($calls) : sample($calls);
    $timed = $result;
    return sprintf "time %s %s\n", nanoseconds($wall), nanoseconds($cpu);
}

# One loop for one input and for many, so that `paragone empty` shows what it costs.
sub sample {
    my ($calls)         = @_;
    my ($call, $inputs) = @$cell{qw(call inputs)};
    my ($next, $count)  = (0, scalar @$inputs);
    my $result;

    my $cpu  = clock_gettime(CPU);
    my $wall = clock_gettime(WALL);
    for my $number (1 .. $calls) {
        $result = $call->($inputs->[$next]);
        $next   = 0 if ++$next == $count;
    }
    $wall = clock_gettime(WALL) - $wall;
    $cpu  = clock_gettime(CPU) - $cpu;

    return (\$result, $wall, $cpu);
}

sub sample_with_reset {
    my ($calls) = @_;
    my ($call, $reset, $inputs) = @$cell{qw(call reset inputs)};
    my ($next, $count)    = (0, scalar @$inputs);
    my $wall              = 0;
    my ($result, $wall_before, $wall_after);

    # CPU time spans the resets too.
    my $cpu = clock_gettime(CPU);
    for my $number (1 .. $calls) {
        $reset->($inputs->[$next]);
        $wall_before = clock_gettime(WALL);
        $result      = $call->($inputs->[$next]);
        $wall_after  = clock_gettime(WALL);
        $wall += $wall_after - $wall_before;
        $next = 0 if ++$next == $count;
    }
    $cpu = clock_gettime(CPU) - $cpu;

    return (\$result, $wall, $cpu);
}

# The conversation

sub first_word {
    my ($line) = @_;
    my ($word, $rest) = split / /, $line, 2;
    return ($word // '', $rest // '');
}

# The lines up to `end`, whatever they hold, so that none is ever taken for a request.
sub details {
    my @details;
    while (1) {
        my $line = next_line() // fault('the input ended before `end`');
        return \@details if $line eq 'end';
        fault('more than ' . DETAIL_LIMIT . ' lines before `end`') if @details == DETAIL_LIMIT;
        push @details, $line;
    }
}

sub error_line {
    my ($text) = @_;
    $text = "$text";        # something else than text may be thrown
    utf8::decode($text);    # so that no character is cut in two; leaves it as it is if it is no UTF-8
    $text =~ s/\s+\z//;
    $text = 'it failed and did not say why' if $text eq '';
    $text = substr $text, 0, ERROR_LIMIT;
    $text =~ s/[[:cntrl:]]/ /g;
    utf8::encode($text);
    return "error $text\n";
}

# Serves the lab, and ends the process when the lab is done.
sub serve {
    while (defined(my $line = next_line())) {
        my ($word, $rest) = first_word($line);
        last if $word eq 'quit';
        my $details = $word eq 'prepare' ? details() : undef;

        # Not `if ($@)`: what is thrown may be false, and a destructor may clear it.
        my $reply;
        eval {
            my $request = $requests{$word} or die "unknown request: $line\n";
            $reply = $request->($rest, $details);
            1;
        } or $reply = error_line($@);
        say_to_lab($reply);
    }
    exit 0;
}

1;
