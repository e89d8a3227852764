# The jobs that the conversations of protocol/transcripts ask for. It measures nothing.
#
#     paragone conform perl -Isdk/perl sdk/perl/examples/conformance.pl

use v5.20;
use warnings;

use Paragone qw(bench serve);

bench 'echo', 'bytes', call => sub { return $_[0] };

bench 'sum', 'bytes', answers => 'integer', call => sub {
    my $sum = 0;
    $sum += $_ for unpack 'C*', $_[0];
    return $sum;
};

bench 'count', 'calls', answers => 'integer', set_up => sub {
    my $counter = 0;
    return (call => sub { return ++$counter });
};

bench 'reset', 'inplace', resets => 1, set_up => sub {
    my $copy;
    return (
        reset => sub { $copy = $_[0] },
        call  => sub {
            $copy =~ tr/\x00-\xff/\x01-\xff\x00/;
            return $copy;
        },
    );
};

bench 'param', 'value', set_up => sub {
    my ($cell) = @_;
    my $value = $cell->{params}{value} // die "the parameter `value` is not set\n";
    return (call => sub { return $value });
};

bench 'inputs', 'count', answers => 'integer', set_up => sub {
    my ($cell) = @_;
    my $sum = 0;
    $sum += 1000 + length for @{ $cell->{inputs} };
    return (call => sub { return $sum });
};

# A Perl program handles values; where they lie is perl's affair and cannot be chosen.
bench 'inputs', 'aligned', answers => 'integer', call => sub { return 0 };

bench 'fail', 'call', call => sub { die "this call always fails\n" };
bench 'fail', 'setup', set_up => sub { die "this set-up always fails\n" };
bench 'fail', 'verbose', call => sub { die "a line\nand another\r\n" x 1000 };

bench 'print', 'noise', call => sub {
    print "noise on standard output\n";
    return;
};

bench 'read', 'stdin', answers => 'integer', call => sub {
    my $lines = 0;
    $lines++ while <STDIN>;
    return $lines;
};

# Under `integer` a product wraps at 2^64, where Perl would otherwise go on with floats.
# The number may come out negative; in two's complement it is the same eight bytes.
sub mix {
    use integer;
    my ($factor) = @_;
    my $number = 1;
    $number = ($number ^ $_) * $factor for unpack 'C*', $_[1];
    return $number;
}

{
    no warnings 'portable';    # the factors need 64 bits, which Paragone.pm has made sure of
    our $kept;
    bench 'work', 'kept', call => sub {
        $kept = mix(0xC6A35D1E94F72B8D, $_[0]);
        return;
    };
    bench 'work', 'answered', answers => 'integer', call => sub {
        return mix(0xB1E947D26C835FA5, $_[0]);
    };
    bench 'work', 'dropped', call => sub {
        my $number = mix(0xD5F28B3C71A64E97, $_[0]);
        return;
    };
}

serve;
