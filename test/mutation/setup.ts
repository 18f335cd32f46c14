import { configureGlobal } from 'fast-check';

// A property that fails has killed its mutant; nobody reads the smallest example.
configureGlobal({ endOnFailure: true });
