# Two ways to count the line ends of a text.

use v5.20;
use warnings;

use Paragone qw(bench serve);

# Both use $_[0], which is the input itself, and not a copy of it.

bench 'lines', 'loop', answers => 'integer', call => sub {
    my $lines = 0;
    my $at    = -1;
    $lines++ while ($at = index $_[0], "\n", $at + 1) >= 0;
    return $lines;
};

bench 'lines', 'tr', answers => 'integer', call => sub {
    return $_[0] =~ tr/\n//;
};

serve;
