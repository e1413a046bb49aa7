// What every page of ours needs, with a form or without.
import "./fonts.css";
import "./base.css";
