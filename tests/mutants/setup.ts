import fc from "fast-check";

// That a property fails is enough here; looking for its smallest counterexample would take most of the time.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
