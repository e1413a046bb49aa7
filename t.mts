import { brokenCases, baseSources, changed } from "./tests/engine/broken-cases.ts";
import { checkSources } from "./schemas/engine/2-check/check.ts";
import { formatDiagnostic } from "./schemas/engine/2-check/diagnostic.ts";
const base=baseSources(); let bad=0; const full=process.argv.includes("-v");
console.time("all");
for(const c of brokenCases()){ let got; try{ got=checkSources(changed(base,c.change)); }catch(e){console.log("!!",c.code,c.name,(e as Error).stack?.split("\n").slice(0,4).join("\n"));bad++;continue}
 const sum=(d:any)=>`${d.code} ${d.file} ${d.at??d.excerpt.slice(d.column-1,d.column-1+d.length)} ${d.suggestion??""}`;
 const a=got.map(sum).sort().join("\n   "), b=c.expect.map(sum).sort().join("\n   ");
 if(a!==b){bad++;console.log(`== ${c.code}/${c.name}\n got ${a}\n exp ${b}`)}
 if(full) console.log(got.map(d=>formatDiagnostic(d)).join("\n")+"\n");
}
console.timeEnd("all"); console.log("bad",bad);
