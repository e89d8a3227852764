//! From judgements to ink. Pure: findings in, text out.
